#include "server/operate/admin.hpp"

#include <iostream>

#include "protocol/games/events.hpp"
#include "protocol/json/words.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/game/referee.hpp"
#include "server/mail/text/account_mail.hpp"
#include "server/operate/owner.hpp"
#include "server/rating/recorder.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::app {

namespace {

constexpr int mails_at_once = 500;

std::string_view state_of(const store::Mail& mail) {
    if (mail.sent_at) return "sent";
    if (mail.failed_at) return "failed";
    if (mail.dropped_at) return "dropped";
    return mail.fault ? "retrying" : "waiting";
}

bool is_waiting(const store::Mail& mail) {
    return !mail.sent_at && !mail.failed_at && !mail.dropped_at;
}

void print_mail(const store::Mail& mail, bool is_json) {
    protocol::MailView view;
    view.id = mail.id;
    view.kind = mail.kind;
    view.to = mail.address;
    view.data = mail.data;
    view.created_at = mail.created_at;
    view.attempts = mail.attempts;
    view.sent_at = mail.sent_at;
    view.state = state_of(mail);
    view.fault = mail.fault;
    if (is_json) {
        std::cout << protocol::encode_mail(view) << "\n";
        return;
    }
    const auto text =
        mail::text::account_mail_text(mail.kind, protocol::decode_mail_data(mail.data), {});
    std::cout << "Mail " << protocol::to_string(view.id) << " (" << mail.kind << "), "
              << protocol::format_instant(view.created_at) << ", " << view.state
              << (mail.fault ? " (" + *mail.fault + ")" : "") << "\nTo: " << mail.address << "\n"
              << (text.subject.empty() ? "" : "Subject: " + text.subject + "\n") << "\n"
              << (text.body.empty() ? mail.data + "\n" : text.body) << "\n";
}

}  // namespace

int check_config(const LoadedConfig& loaded, ConfigForm form) {
    switch (form) {
        case ConfigForm::effective:
            std::cout << print_config(loaded);
            break;
        case ConfigForm::reference:
            std::cout << config_reference();
            break;
        case ConfigForm::sample:
            std::cout << config_sample(loaded);
            break;
    }
    return exit_ok;
}

int migrate(const Config& config, const MigrateOptions& order) {
    become_owner(config);
    store::DatabaseOptions options = existing_database(config);
    options.creates = config.create == "yes";
    options.schema.contracts = order.contracts;
    const store::MigrationPlan plan = store::plan_of(options);
    for (const store::Migration* migration : plan.waiting) {
        std::cout << migration->name << " needs `tanbod migrate --contract`\n";
    }
    if (plan.pending.empty()) {
        std::cout << config.database << " is at version " << plan.version << ": up to date\n";
        return exit_ok;
    }
    std::cout << config.database << (plan.is_new ? " is new" : " is at version ");
    if (!plan.is_new) std::cout << plan.version;
    std::cout << (order.is_dry_run ? "; would apply:\n" : "; applies:\n");
    for (const store::Migration* migration : plan.pending) {
        std::cout << "  " << migration->name << "\n";
    }
    if (order.is_dry_run) return exit_ok;
    const store::Migrated migrated = store::migrate_database(options);
    std::cout << config.database << " is at version " << migrated.version << "\n";
    if (migrated.copied_to) {
        std::cout << "copied it before to " << migrated.copied_to->string() << "\n";
    }
    return exit_ok;
}

int rebuild_summaries(const Config& config) {
    name_database(config);
    store::Database database(existing_database(config));
    store::GroupCommit writer(database);
    store::Store store(database, writer);
    const game::Rebuilt rebuilt = game::Referee::rebuild_summaries(store);
    for (const std::string& example : rebuilt.examples) std::cout << example << "\n";
    std::cout << "rebuilt the summaries of " << protocol::counted(rebuilt.games, "game") << "; "
              << rebuilt.wrong << (rebuilt.wrong == 1 ? " was" : " were") << " wrong\n";
    return exit_ok;
}

int recompute_ratings(const Config& config) {
    name_database(config);
    store::Database database(existing_database(config));
    store::GroupCommit writer(database);
    store::Store store(database, writer);
    const std::size_t games = rating::recompute(store);
    std::cout << "calculated ratings and statistics from "
              << protocol::counted(games, "finished game") << "\n";
    return exit_ok;
}

int print_outbox(const Config& config, const OutboxOptions& order) {
    name_database(config);
    store::read_beside(existing_database(config), [&order](store::Reader& reader) {
        std::optional<protocol::MailId> last;
        for (;;) {
            const auto page = store::mails(reader, last, mails_at_once);
            if (page.empty()) return;
            for (const store::Mail& mail : page) {
                if (order.shows_all || is_waiting(mail)) print_mail(mail, order.is_json);
            }
            last = page.back().id;
        }
    });
    return exit_ok;
}

}  // namespace tanbo::app
