#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "server/cli/engines/game_line.hpp"

namespace tanbo::cli {

inline constexpr int level_min = 1;
inline constexpr int level_max = 10;

// The level and the bounds of a search. The first bound that is reached ends it. Without a bound,
// or if it waits for a stop, only a stop ends it.
struct Limits {
    std::optional<std::uint64_t> simulations = {};
    std::optional<std::chrono::milliseconds> time = {};
    std::optional<int> level = {};           // plays as that level: with its simulations at most
    std::optional<std::uint64_t> seed = {};  // draws by this instead of the engine's own
    bool waits_for_stop = false;             // with what it has found, if nothing is left to think

    // True if the search ends by itself.
    bool has_end() const { return !waits_for_stop && (simulations || time || level); }

    bool operator==(const Limits&) const = default;
};

// The part of the machine that an engine may use.
struct EngineSettings {
    unsigned threads = 1;  // parallel searches of a position
    unsigned memory_mb = 64;

    bool operator==(const EngineSettings&) const = default;
};
inline constexpr unsigned threads_max = 64;
inline constexpr unsigned memory_mb_max = 65'536;

enum class Proven : std::uint8_t { open, won, lost };

// An opinion of a move.
struct Candidate {
    engine::Point point = engine::no_point;
    std::uint64_t visits = 0;
    double chance = 0;  // of the mover, 0 to 1
    Proven proven = Proven::open;
};

// The outcome of thinking, up to now or in the end.
struct SearchResult {
    engine::Point best = engine::no_point;  // what to play
    std::uint64_t simulations = 0;
    std::vector<double> chances;        // of every seat, in turn order; their sum is 1
    std::vector<engine::Point> line;    // what is expected, the best move first
    std::vector<Candidate> candidates;  // best first
};

// Searches one position at a time.
class Engine {
public:
    virtual ~Engine() = default;

    // From here on it is about this game. Requires: the game is not over.
    virtual void begin(const GameLine& line, const Limits& limits) = 0;
    // Thinks for a slice of a few milliseconds at most. True when there is nothing more to think: a
    // limit is reached, or the result is certain.
    virtual bool think(std::stop_token stop) = 0;
    virtual SearchResult result() const = 0;
};

}  // namespace tanbo::cli
