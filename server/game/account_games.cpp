#include "server/game/account_games.hpp"

#include <algorithm>
#include <utility>

#include "server/game/game_transaction.hpp"
#include "server/store/account_games.hpp"

namespace tanbo::game {

void GamesOfAccounts::set_calendar(protocol::AccountId account, const engine::Calendar& calendar) {
    std::vector<GameId> games = store::unfinished_games_of(transaction_, account);
    std::erase_if(games, [this](GameId game) {
        const auto match = game_transaction_.match(game);
        return match == nullptr || match->status() != engine::Status::active ||
               !engine::uses_calendars(match->terms().clock);
    });
    lock(games);
    // A refusal of a game does not concern it: their seat there is on offer.
    for (const GameId game : games)
        static_cast<void>(game_transaction_.command(game, engine::SetCalendar{account, calendar}));
}

int GamesOfAccounts::leave_some(protocol::AccountId account, int most) {
    const std::vector<GameId> games = store::unfinished_games_of(transaction_, account);
    lock(std::span(games).first(std::min(games.size(), static_cast<std::size_t>(most))));
    int left = 0;
    for (const GameId game : games) {
        if (left == most) break;
        if (game_transaction_.command(game, engine::Leave{account})) ++left;
    }
    return left;
}

// All games before anybody, so that nobody waits for this job for whom it waits.
void GamesOfAccounts::lock(std::span<const GameId> games) {
    std::vector<protocol::AccountId> players;
    for (const GameId game : games) {
        const auto match = game_transaction_.match(game);
        if (match == nullptr) continue;
        for (const engine::SeatHolder& holder : match->seats()) {
            if (holder.player) players.push_back(holder.player->account);
        }
    }
    transaction_.lock_accounts(std::move(players));
}

base::Awaitable<protocol::Result<void>> AccountGames::transact(Work work) {
    GamesWork games_work = [work = std::move(work)](store::Transaction& transaction,
                                                    GameTransaction& game_transaction) {
        GamesOfAccounts games(transaction, game_transaction);
        return work(transaction, games);
    };
    co_return co_await referee_.transact<void>(std::move(games_work), Refuses::before_it_writes);
}

}  // namespace tanbo::game
