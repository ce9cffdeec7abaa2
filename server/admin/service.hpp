#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/site.hpp"
#include "server/account/accounts.hpp"
#include "server/admin/commands.hpp"
#include "server/admin/lists.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::admin {

// The acts of moderators and administrators while the server runs.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
class Service {
public:
    using Key = std::optional<game::IdempotencyKey>;
    using Answer = base::Awaitable<protocol::Result<std::string>>;

    // `site_name` names the site while no administrator has. Requires: all of them outlive it.
    Service(game::Referee& referee, account::Accounts& accounts, store::Store& store,
            std::string site_name)
        : referee_(referee), accounts_(accounts), store_(store), site_name_(std::move(site_name)) {}

    // Runs a command (actions.hpp); yields its entry of the audit log, as JSON. When this
    // returns, every I/O thread goes by what it changed. Errors: those of apply;
    // idempotency_key_reused.
    Answer act(protocol::AccountId actor, Command command, std::string reason, Key key);

    // The lists of lists.hpp, for askers with a sufficient role. Errors: forbidden; those of the
    // list.
    Answer account(account::Role asker, std::string handle, engine::Instant now);
    Answer audit(account::Role asker, AuditFilter filter, std::optional<std::string> cursor,
                 int limit);
    Answer reports(account::Role asker, protocol::ReportState state,
                   std::optional<std::string> cursor, int limit);

    // The site's own settings, for anybody.
    base::Awaitable<protocol::Result<protocol::SiteView>> site();

private:
    using Question = std::function<protocol::Result<std::string>(store::Reader&)>;

    Answer ask(account::Role asker, account::Role least, Question question);

    game::Referee& referee_;
    account::Accounts& accounts_;
    store::Store& store_;
    std::string site_name_;
};

}  // namespace tanbo::admin
