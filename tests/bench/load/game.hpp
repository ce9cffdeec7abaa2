#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/load/wire.hpp"

namespace tanbo::bench {

// The bodies of the moves of one random game on 19x19, drawn up before anything is measured.
std::vector<std::string> random_game(unsigned seed);

struct Game {
    std::string path;       // "/api/v1/games/42"
    std::string tokens[2];  // of black and white
    std::uint32_t seq = 0;
};

base::Awaitable<std::string> new_guest(Wire& wire);

// A started game of these two players.
base::Awaitable<Game> new_game(Wire& wire, std::string black, std::string white);

// Plays move number `ply`. Throws: std::runtime_error unless it is acknowledged.
base::Awaitable<void> play_move(Wire& wire, const Game& game, std::size_t ply,
                                const std::string& body);

}  // namespace tanbo::bench
