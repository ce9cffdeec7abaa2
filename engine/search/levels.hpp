#pragma once

#include <cstdint>
#include <span>

#include "engine/search/budget.hpp"

// How strong a computer opponent plays.
namespace tanbo::search {

inline constexpr int level_min = 1;
inline constexpr int level_max = 10;

// Either looks ahead, by so many simulations, or not at all: then a move is drawn by how likely the
// policy takes it to be, more evenly the higher the temperature. Such play is local and sensible
// but short-sighted, as people's is.
struct Level {
    std::uint32_t simulations = 0;
    float temperature = 0;  // above 0 if there are no simulations
};

// Levels 1 to 10, each stronger than the one before on every setup. Source: RESULTS of
// tests/bench/strength.
std::span<const Level> levels();

// Requires: level_min <= number <= level_max.
const Level& level(int number);

// The needs of a level before Searcher::choose: nothing for those that don't look ahead.
Budget budget_of(const Level& level);

}  // namespace tanbo::search
