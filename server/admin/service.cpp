#include "server/admin/service.hpp"

#include <memory>
#include <utility>

#include "server/admin/actions.hpp"
#include "server/game/idempotency.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/site_settings.hpp"

namespace tanbo::admin {

using account::Role;
using protocol::Result;

Service::Answer Service::act(protocol::AccountId actor, Command command, std::string reason,
                             Key key) {
    const auto changed = std::make_shared<std::optional<protocol::AccountId>>();
    const auto work = [actor, command = std::move(command), reason = std::move(reason),
                       key = std::move(key),
                       changed](store::Transaction& transaction, game::GameTransaction& games) {
        changed->reset();
        const auto act = [&]() -> Result<std::string> {
            auto done = apply(transaction, games, actor, command, reason);
            if (!done) return done.error();
            *changed = done->account;
            return std::move(done->entry);
        };
        return game::once_as_text(transaction, key, games.now(), act);
    };
    auto entry = co_await referee_.transact<std::string>(work);
    if (entry && *changed) accounts_.forget_account(**changed);
    co_return entry;
}

Service::Answer Service::ask(Role asker, Role least, Question question) {
    const auto may = require_role(asker, least);
    if (!may) co_return may.error();
    co_return co_await store_.read(std::move(question));
}

Service::Answer Service::account(Role asker, std::string handle, engine::Instant now) {
    return ask(asker, Role::moderator, [handle = std::move(handle), now](store::Reader& reader) {
        return account_view(reader, handle, now);
    });
}

Service::Answer Service::audit(Role asker, AuditFilter filter, std::optional<std::string> cursor,
                               int limit) {
    return ask(asker, Role::admin,
               [filter = std::move(filter), cursor = std::move(cursor), limit](
                   store::Reader& reader) { return audit_page(reader, filter, cursor, limit); });
}

Service::Answer Service::reports(Role asker, protocol::ReportState state,
                                 std::optional<std::string> cursor, int limit) {
    return ask(asker, Role::moderator,
               [state, cursor = std::move(cursor), limit](store::Reader& reader) {
                   return reports_page(reader, state, cursor, limit);
               });
}

base::Awaitable<Result<protocol::SiteView>> Service::site() {
    const auto look = [this](store::Reader& reader) {
        auto present = store::find_site_settings(reader);
        if (present.name.empty()) present.name = site_name_;
        return protocol::SiteView{
            present.seq,
            {std::move(present.name), std::move(present.front_page), std::move(present.imprint),
             std::move(present.privacy), std::move(present.contact), std::move(present.conduct),
             present.is_sign_up_open, present.has_guests}};
    };
    co_return co_await store_.read(look);
}

}  // namespace tanbo::admin
