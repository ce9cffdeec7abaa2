#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "protocol/ids.hpp"
#include "server/account/accounts.hpp"
#include "server/admin/orders.hpp"
#include "server/base/async.hpp"
#include "server/base/blocking.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::admin {

// Where moderators and administrators act while the server runs.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
class Service {
public:
    using Key = std::optional<game::IdempotencyKey>;
    using Question = std::function<protocol::Result<std::string>(store::Reader&)>;

    // Requires: all of them outlive it.
    Service(game::Referee& referee, account::Accounts& accounts, store::Store& store)
        : referee_(referee), accounts_(accounts), store_(store) {}

    // Carries an order out (acts.hpp); yields its entry of the audit log, as JSON. When this
    // returns, every I/O thread goes by what it changed. Errors: those of apply;
    // idempotency_key_reused.
    base::Awaitable<protocol::Result<std::string>> act(protocol::AccountId actor, Order order,
                                                       std::string reason, Key key);

    // Answers who has at least this role from one consistent state (lists.hpp). Errors: forbidden.
    base::Awaitable<protocol::Result<std::string>> ask(store::Role asker, store::Role least,
                                                       Question question);

private:
    game::Referee& referee_;
    account::Accounts& accounts_;
    store::Store& store_;
};

}  // namespace tanbo::admin
