#include "server/game/account_games.hpp"

#include <utility>

#include "server/game/game_transaction.hpp"
#include "server/store/account_games.hpp"

namespace tanbo::game {

void GamesOfAccounts::set_calendar(protocol::AccountId account, const engine::Calendar& calendar) {
    for (const GameId game : store::unfinished_games_of(transaction_, account)) {
        const auto match = game_transaction_.match(game);
        const bool counts = match != nullptr && match->status() == engine::Status::active &&
                            engine::uses_calendars(match->terms().clock);
        if (counts) command(game, engine::SetCalendar{account, calendar});
    }
}

void GamesOfAccounts::leave_all(protocol::AccountId account) {
    for (const GameId game : store::unfinished_games_of(transaction_, account))
        command(game, engine::Leave{account});
}

// A refusal of a game does not concern it: they are out of it, or were only invited.
void GamesOfAccounts::command(GameId game, const Command& command) {
    static_cast<void>(game_transaction_.command(game, command));
}

base::Awaitable<protocol::Result<void>> AccountGames::transact(Work work) {
    GamesWork games_work = [work = std::move(work)](store::Transaction& transaction,
                                                    GameTransaction& game_transaction) {
        GamesOfAccounts games(transaction, game_transaction);
        return work(transaction, games);
    };
    co_return co_await referee_.transact<void>(std::move(games_work));
}

}  // namespace tanbo::game
