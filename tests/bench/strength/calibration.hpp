#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/opening.hpp"

// Whether shown chances are those with which games are won.
namespace tanbo::bench {

// The chance that was shown for the seat to move, and whether it won.
struct Shown {
    float chance;
    float empty;  // the share of empty points
    bool won;
};

// The power of the odds that makes the results likeliest: so much, and so much more by the share of
// empty points.
struct Stretch {
    double full;
    double empty;
};

// Games of the search with so many simulations a move against itself, a sixth of the first twelve
// plies drawn by visits; with the stretch of the weights, or without.
std::vector<Shown> shown_chances(const std::shared_ptr<const engine::Opening>& opening, int games,
                                 std::uint64_t simulations, bool is_stretched);

Stretch best_stretch(const std::vector<Shown>& raw);

// Prints each decile, and the stretch that fits best.
void print_calibration(const std::shared_ptr<const engine::Opening>& opening, int games,
                       std::uint64_t simulations);

}  // namespace tanbo::bench
