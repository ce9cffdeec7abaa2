#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search/arithmetic.hpp"
#include "tests/bench/strength/player.hpp"

// Games between players, and what they tell.
namespace tanbo::bench {

// So many random moves from the opening; tried again if the game is over by then.
cli::GameLine random_start(const std::shared_ptr<const engine::Opening>& opening, int plies,
                           search::Random& random);

// Plays on to the end. players[i] has the seat i. Returns the winner.
engine::Seat play_game(cli::GameLine game, std::span<Player* const> players);

// A score of one side against another.
struct Score {
    int games = 0;
    int won = 0;
};

struct Interval {
    double low;
    double high;
};

// Wilson's interval at 95 % of the share that is won.
Interval wilson(const Score& score);

// The difference of rating at which this share is expected.
double elo(double share);

// "61 of 100, +78 [+10 +152] Elo".
std::string describe(const Score& score);

// Pairs of games from the same random opening of two plies, seats exchanged; with more than two
// seats A has the even ones in the first game, the odd ones in the second.
Score play_match(const std::shared_ptr<const engine::Opening>& opening, std::string_view a,
                 std::string_view b, int games, std::uint64_t seed);

// A alone among players B, in each seat in turn.
Score play_among(const std::shared_ptr<const engine::Opening>& opening, std::string_view a,
                 std::string_view b, int games, std::uint64_t seed);

// A board with one seed of each seat, evenly apart in board order.
std::shared_ptr<const engine::Opening> corners(const std::vector<int>& extents, int seats);

// The opening of a setup; ends the program with a message if there is none.
std::shared_ptr<const engine::Opening> opening_named(std::string_view setup);

}  // namespace tanbo::bench
