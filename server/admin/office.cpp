#include "server/admin/office.hpp"

#include <memory>
#include <utility>

#include "server/admin/acts.hpp"
#include "server/base/overload.hpp"
#include "server/chat/once.hpp"
#include "server/storage/unavailable.hpp"

namespace tanbo::admin {

using protocol::Result;

base::Awaitable<Result<std::string>> Office::act(std::int64_t actor, Order order,
                                                 std::string reason, Key key) {
    const auto changed = std::make_shared<std::optional<std::int64_t>>();
    const auto work = [actor, order = std::move(order), reason = std::move(reason),
                       key = std::move(key),
                       changed](storage::Transaction& transaction, game::Proceedings& games) {
        const auto act = [&]() -> Result<std::string> {
            auto done = carry_out(transaction, games, actor, order, reason);
            if (!done) return done.error();
            *changed = done->account;
            return std::move(done->entry);
        };
        return chat::once(transaction, key, games.now(), act);
    };
    auto entry = co_await referee_.perform<std::string>(work);
    if (entry && *changed) accounts_.forget_account(**changed);
    co_return entry;
}

base::Awaitable<Result<std::string>> Office::ask(storage::Role asker, storage::Role least,
                                                 Question question) {
    const auto may = require_role(asker, least);
    if (!may) co_return may.error();
    auto work = [&database = database_, question = std::move(question)]() {
        return storage::read_or_refuse(database, question);
    };
    auto answer = co_await base::run_or_overloaded(readers_, std::move(work));
    co_return answer;
}

}  // namespace tanbo::admin
