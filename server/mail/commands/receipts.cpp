#include "server/mail/commands/receipts.hpp"

#include <utility>

#include "server/game/idempotency.hpp"
#include "server/game/refusals.hpp"

namespace tanbo::mail::commands {

using protocol::Result;

base::Awaitable<Result<std::string>> do_once(const CommandContext& context, game::Referee& referee,
                                             protocol::GameId game, GameAct act) {
    std::function<Result<std::string>(store::Transaction&, game::GameTransaction&)> work =
        [key = context.key(), game, act = std::move(act)](
            store::Transaction& transaction, game::GameTransaction& games) -> Result<std::string> {
        return game::once_as_text(
            transaction, key, games.now(), [&] { return act(transaction, games); }, game);
    };
    co_return co_await referee.transact<std::string>(std::move(work));
}

Result<std::shared_ptr<const engine::Match>> present_match(game::GameTransaction& games,
                                                           protocol::GameId game,
                                                           protocol::AccountId account) {
    games.apply_due(game);
    auto match = games.match(game);
    if (match == nullptr || !match->can_see(account)) return game::no_such_game(game);
    return match;
}

}  // namespace tanbo::mail::commands
