#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/search/searcher.hpp"
#include "engine/search/weights.hpp"
#include "server/cli/engines/game_line.hpp"

// Who plays in a match.
namespace tanbo::bench {

using engine::Point;

// One side of a game.
class Player {
public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    // Requires: the game is not over.
    virtual Point move(const cli::GameLine& game) = 0;
};

// The time of processor that this thread has used.
std::chrono::nanoseconds cpu_time();

// A player from text, words of it split by commas:
//   level=N            a house bot of that level, by the engine that plays for it
//   t=T                what a level draws with the temperature T
//   n=N, ms=N          the search with so many simulations or so much time of processor a move,
//                      with these: weights=FILE, backup=max_n, reuse, nodes=N
//   uct=N, uct-ms=N    plain UCT, one random playout of the whole game a simulation
//   greedy             the move after which the roots of its seat have the most root space
//   random             any legal move
// Nothing if it is none of these.
std::unique_ptr<Player> make_player(std::string_view text,
                                    const std::shared_ptr<const engine::Opening>& opening,
                                    std::uint64_t seed);

// The weights of a file; ends the program with a message if there are none.
search::Weights read_weights(const std::string& path);

}  // namespace tanbo::bench
