#pragma once

#include <vector>

#include "server/tournament/rules/tournament.hpp"

namespace tanbo::tournament {

// Two players who met at tables of several, and their results against the others there.
struct Together {
    int first = 0;   // by index
    int second = 0;  // by index
    int tables = 0;
    double won = 0;       // comparisons with the others; half of one for a shared place
    double expected = 0;  // the same by ratings, as Elo's curve has it
    double sigmas = 0;    // how many standard deviations `won` is above `expected`
};

inline constexpr int together_tables_min = 2;
inline constexpr double together_sigmas_min = 2;

// Pairs of players who place better together than ratings predict, the clearest first. A player
// without a rating counts as 1500. It is a hint: comparisons at one table depend on each other.
std::vector<Together> better_together(const Tournament& tournament);

}  // namespace tanbo::tournament
