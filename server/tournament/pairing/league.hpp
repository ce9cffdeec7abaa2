#pragma once

#include <set>
#include <span>
#include <vector>

namespace tanbo::pairing {

// The changes between two seasons.
struct SeasonChange {
    int moving = 1;            // players up and down between neighbouring divisions
    int division_size = 8;     // players of each division but the last
    std::set<int> leaving;     // those who do not play on
    std::vector<int> joining;  // at the bottom, in this order
};

// The divisions of the next season, the highest first, each with its players in order.
//
// `final` has the final order of each division. The last `moving` of a division change places with
// the first of the next, as far as both have so many. Then leaving players are taken out, and
// joining ones are added at the bottom. Divisions are filled up from below, or give their last
// players to the next one. Requires: division_size > 0; moving >= 0; each player once.
std::vector<std::vector<int>> next_season(std::span<const std::vector<int>> final,
                                          const SeasonChange& change);

}  // namespace tanbo::pairing
