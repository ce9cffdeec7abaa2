#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "server/tournament/rules/tournament.hpp"

// The games of a table: one, or a series of two players with alternating colours.
namespace tanbo::tournament {

// The result of a game or of a table, for the players in the order of the table. Points are in
// units of the format; of a game of two in halves. `places`: with more than two at a table.
struct GameResult {
    std::vector<int> units = {0, 0};
    std::vector<bool> lost_by_forfeit = {false, false};
    Decided decided = Decided::game;
    std::vector<int> places = {};
};

// The games that count so far.
int counted_games(const Table& table);
// The halves of each of two players in these games.
std::vector<int> series_score(const Table& table);

// The seat of a player of the table in one of its games, from 0 on, or in the next one.
int seat_in_game(const Table& table, std::size_t player, std::size_t game);

// True if the next game of the table has the swap because the series is level.
bool is_swap_game(const Tournament& tournament, const Table& table);

// The result of the table if its game in progress ends so; nothing while other games follow. Who
// forfeits a game loses the series. Requires: the table is open.
std::optional<GameResult> table_result(const Tournament& tournament, const Table& table,
                                       const GameResult& game);

}  // namespace tanbo::tournament
