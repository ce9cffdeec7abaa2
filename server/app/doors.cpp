#include "server/app/doors.hpp"

#include <string>
#include <utility>

#include "server/account/access/throttle.hpp"
#include "server/app/figures.hpp"
#include "server/app/options.hpp"
#include "server/web/assets.hpp"

namespace tanbo::app {
namespace {

http::SignUpLimit::Shared shared_sign_ups(Storage& storage, int per_minute) {
    if (!storage.has_peers) return {};
    return [&storage, per_minute](std::string client) {
        return account::take_sign_up(storage.store, storage.clock, per_minute, std::move(client));
    };
}

}  // namespace

Doors::Doors(Storage& storage, Play& play, Nodes& nodes, notify::Notices& notices, People& people,
             const Config& config)
    : site{config.public_url, !config.mail_domain.empty(),
           protocol::epoch_text(storage.database.epochs().present())},
      readiness(storage.store, storage.downtimes, storage.database.path(), is_draining),
      metrics_text(storage.metrics, *storage.readers, storage.clock),
      commands(static_cast<double>(config.commands_per_second), 4, nodes.count()),
      sign_ups(static_cast<double>(config.sign_ups_per_minute) / 60, 60),
      messages(static_cast<double>(config.messages_per_minute) / 60, 30, nodes.count()),
      sign_up_limit{sign_ups,
                    shared_sign_ups(storage, static_cast<int>(config.sign_ups_per_minute))},
      admit_message([this, &storage](protocol::AccountId account) {
          return messages.take(to_string(account), storage.clock());
      }),
      live_endpoint(live_services(storage, play, notices), live_limits(config),
                    net::OriginPolicy(config.cors_origins, config.public_url), storage.metrics),
      http_api(http_needs(storage, play, notices, people), commands, storage.metrics,
               api_options(config),
               [this](net::Request& request) { return live_endpoint.upgrade(request); }),
      listener(std::make_unique<net::Listener>(*storage.io, http_api, storage.metrics,
                                               listener_options(config))) {
    add_build_info(storage.metrics);
}

// By I/O thread.
std::vector<http::Needs> Doors::http_needs(Storage& storage, Play& play, notify::Notices& notices,
                                           People& people) {
    account::Accounts& accounts = people.accounts;
    std::vector<http::Needs> threads;
    threads.reserve(play.locals.size());
    for (const auto& local : play.locals) {
        threads.emplace_back(
            accounts, accounts.additions(), accounts.addresses(), local->authenticator,
            accounts.deletions(), accounts.profiles(), accounts.sessions(), accounts.sign_ups(),
            people.moderation, storage.clock, play.chat, play.notes, message_limit, metrics_answer,
            site, sign_up_limit, unready, local->feed, play.referee, local->views, play.lobby,
            notices, notices.mail_choices.tokens(), notices.agenda, notices.feeds, notices.inbox,
            notices.mail_choices, notices.push_subscriptions, notices.webhooks, play.ratings,
            play.searches, play.tournaments, local->tournaments, play.tournament_reports,
            play.clubs);
    }
    return threads;
}

live::Services Doors::live_services(Storage& storage, Play& play, notify::Notices& notices) {
    std::vector<live::ThreadServices> threads;
    threads.reserve(play.locals.size());
    for (std::size_t i = 0; i < play.locals.size(); ++i) {
        threads.push_back({play.locals[i]->views, play.locals[i]->feed,
                           play.locals[i]->authenticator, play.locals[i]->tournaments,
                           storage.io->executor(static_cast<int>(i))});
    }
    return {play.referee,        notices.inbox,      [this]() -> net::Handler& { return http_api; },
            storage.clock,       std::move(threads), commands,
            web::client().build, site.epoch};
}

}  // namespace tanbo::app
