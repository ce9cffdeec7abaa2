#include "server/mail/commands/receipts.hpp"

#include <memory>
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
        const auto decide = [&]() -> Result<game::Receipt> {
            auto reply = act(transaction, games);
            if (!reply) return reply.error();
            auto body = std::make_shared<const std::string>(std::move(*reply));
            return game::Receipt{game, 0, std::move(body), {}, false};
        };
        const auto receipt = game::once(transaction, key, games.now(), decide);
        if (!receipt) return receipt.error();
        return *receipt->body;
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
