#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "server/cli/engines/player.hpp"
#include "server/cli/tournament/standing.hpp"

namespace tanbo::cli {

struct SeriesOptions {
    std::string setup = "9x9";
    int games = 100;
    int opening_plies = 2;   // random ones, the same for both games of a pair
    std::uint64_t seed = 1;  // of the openings
    Limits limits;           // of a move, for both
    std::optional<Sprt> sprt = {};
};

// A game of a series. The seats of `first` are those with the same parity as first_seat.
struct PlayedGame {
    int number = 0;  // from 1
    GameLine line;
    engine::Seat first_seat = engine::Seat::black;
    bool first_won = false;
    std::string fault = {};  // why the loser has forfeited it; empty if it was played out
};

// Two sides who play one another from shared openings with swapped seats.
struct Side {
    Player* player = nullptr;
    std::optional<int> level = {};  // of an engine of ours
};

// A random beginning of so many plies, which leaves everybody in. The same for the same seed.
GameLine random_opening(const GameLine& empty, int plies, std::uint64_t seed);

// Plays it to its end; who fails to answer, or resigns, leaves and has lost.
PlayedGame play_game(GameLine line, Player& first, Player& second, engine::Seat first_seat,
                     const Limits& first_limits, const Limits& second_limits);

// Pairs of games until all are played or the test is decided. on_game is told of each.
Score play_series(const GameLine& empty, const Side& first, const Side& second,
                  const SeriesOptions& options,
                  const std::function<void(const PlayedGame&, const Score&)>& on_game);

}  // namespace tanbo::cli
