#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/search/searcher.hpp"
#include "engine/search/weights.hpp"

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

    // Requires: the game is not over. `last` as Searcher::set.
    virtual Point move(const engine::Position& position, Point last) = 0;
};

// The time of processor that this thread has used.
std::chrono::nanoseconds cpu_time();

// A player from text, words of it split by commas:
//   level=N            as a house bot of that level
//   n=N, ms=N          the search with so many simulations or so much time of processor a move,
//                      with these: weights=FILE, backup=max_n, reuse, nodes=N
//   uct=N, uct-ms=N    plain UCT, one random playout of the whole game a simulation
//   random             any legal move
// Nothing if it is none of these.
std::unique_ptr<Player> make_player(std::string_view text,
                                    const std::shared_ptr<const engine::Opening>& opening,
                                    std::uint64_t seed);

// The weights of a file; ends the program with a message if there are none.
search::Weights read_weights(const std::string& path);

}  // namespace tanbo::bench
