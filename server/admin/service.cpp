#include "server/admin/service.hpp"

#include <memory>
#include <utility>

#include "server/admin/acts.hpp"
#include "server/chat/once.hpp"
#include "server/store/store.hpp"

namespace tanbo::admin {

using protocol::Result;

base::Awaitable<Result<std::string>> Service::act(protocol::AccountId actor, Order order,
                                                  std::string reason, Key key) {
    const auto changed = std::make_shared<std::optional<protocol::AccountId>>();
    const auto work = [actor, order = std::move(order), reason = std::move(reason),
                       key = std::move(key),
                       changed](store::Transaction& transaction, game::GameTransaction& games) {
        changed->reset();
        const auto act = [&]() -> Result<std::string> {
            auto done = apply(transaction, games, actor, order, reason);
            if (!done) return done.error();
            *changed = done->account;
            return std::move(done->entry);
        };
        return chat::once(transaction, key, games.now(), act);
    };
    auto entry = co_await referee_.transact<std::string>(work);
    if (entry && *changed) accounts_.forget_account(**changed);
    co_return entry;
}

base::Awaitable<Result<std::string>> Service::ask(store::Role asker, store::Role least,
                                                  Question question) {
    const auto may = require_role(asker, least);
    if (!may) co_return may.error();
    co_return co_await store_.read(std::move(question));
}

}  // namespace tanbo::admin
