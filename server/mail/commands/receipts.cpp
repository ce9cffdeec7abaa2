#include "server/mail/commands/receipts.hpp"

#include <memory>
#include <utility>

#include "server/game/idempotency.hpp"
#include "server/game/refusals.hpp"
#include "server/store/store.hpp"

namespace tanbo::mail::commands {

using protocol::Result;

base::Awaitable<Result<GameOutcome>> do_once(const CommandContext& context, game::Referee& referee,
                                             protocol::GameId game, GameAct act) {
    std::function<Result<GameOutcome>(store::Transaction&, game::GameTransaction&)> work =
        [key = context.key(), game, act = std::move(act)](
            store::Transaction& transaction, game::GameTransaction& games) -> Result<GameOutcome> {
        const auto known = game::find_receipt(transaction, key, games.now());
        if (known && !*known) return known->error();
        if (known) return GameOutcome{(*known)->seq, *(*known)->body};
        auto done = act(transaction, games);
        if (!done) return done;
        const game::Receipt receipt{
            game, done->seq, std::make_shared<const std::string>(done->text), {}, false};
        game::keep_receipt(transaction, key, receipt, games.now());
        return done;
    };
    co_return co_await referee.transact<GameOutcome>(std::move(work));
}

base::Awaitable<Result<bool>> was_done(const CommandContext& context, store::Store& store) {
    const auto look = [key = context.key()](store::Reader& reader) {
        return game::has_receipt(reader, key);
    };
    co_return co_await store.read(look);
}

Result<std::shared_ptr<const engine::Match>> present_match(game::GameTransaction& games,
                                                           protocol::GameId game,
                                                           protocol::AccountId account) {
    games.apply_due(game);
    auto match = games.match(game);
    if (match == nullptr || !match->may_see(account)) return game::no_such_game(game);
    return match;
}

}  // namespace tanbo::mail::commands
