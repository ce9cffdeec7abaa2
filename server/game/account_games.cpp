#include "server/game/account_games.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/game/game_transaction.hpp"
#include "server/store/tables/games/account_games.hpp"

namespace tanbo::game {

namespace {

// Whether they have a seat there, or one is kept for them.
bool may_leave(const engine::Match& match, protocol::AccountId account) {
    const auto seat = match.seat_of(account);
    if (match.status() == engine::Status::open) return seat || match.reserved_for(account);
    return match.status() == engine::Status::active && seat && match.is_in(*seat);
}

}  // namespace

void TransactionAccountGames::set_calendar(protocol::AccountId account,
                                           const engine::Calendar& calendar) {
    std::vector<GameId> games = store::unfinished_games_of(transaction_, account);
    std::erase_if(games, [this](GameId game) {
        const auto match = game_transaction_.match(game);
        return match == nullptr || match->status() != engine::Status::active ||
               !engine::uses_calendars(match->terms().clock);
    });
    lock_players(games);
    // A refusal of a game does not concern it: their seat there is on offer.
    for (const GameId game : games)
        static_cast<void>(game_transaction_.command(game, engine::SetCalendar{account, calendar}));
}

int TransactionAccountGames::leave_some(std::span<const protocol::AccountId> accounts, int most) {
    std::vector<std::pair<GameId, protocol::AccountId>> unfinished;
    for (const protocol::AccountId account : accounts) {
        for (const GameId game : store::unfinished_games_of(transaction_, account)) {
            unfinished.emplace_back(game, account);
        }
    }
    std::ranges::sort(unfinished);
    std::vector<std::pair<GameId, protocol::AccountId>> leaving;
    std::vector<GameId> games;
    for (const auto& [game, account] : unfinished) {
        if (std::ssize(leaving) == most) break;
        const auto match = game_transaction_.match(game);
        if (match == nullptr || !may_leave(*match, account)) continue;
        leaving.emplace_back(game, account);
        games.push_back(game);
    }
    lock_players(games);
    // A refusal of a game is as good: it has ended meanwhile by what was due in it.
    for (const auto& [game, account] : leaving) {
        static_cast<void>(game_transaction_.command(game, engine::Leave{account}));
    }
    return static_cast<int>(leaving.size());
}

// Locks all games first, then the players: otherwise two jobs could wait for each other.
void TransactionAccountGames::lock_players(std::span<const GameId> games) {
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

base::Awaitable<protocol::Result<void>> AccountGamesWriter::transact(Work work) {
    GamesWork games_work = [work = std::move(work)](store::Transaction& transaction,
                                                    GameTransaction& game_transaction) {
        TransactionAccountGames games(transaction, game_transaction);
        return work(transaction, games);
    };
    co_return co_await referee_.transact<void>(std::move(games_work), Refuses::before_it_writes);
}

}  // namespace tanbo::game
