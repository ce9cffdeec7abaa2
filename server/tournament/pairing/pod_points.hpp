#pragma once

#include <span>
#include <vector>

#include "server/tournament/pairing/tie_breaks.hpp"

// Points and standings of events with several players at a board.
namespace tanbo::pairing {

// A point in the units of pods: a whole number of it for 3 to 8 seats, and half of one for ties.
inline constexpr int point_units = 840;

// The places of a pod, by seat: equal places are shared. 1 is the winner's.
//
// Each player gets (players beaten + half of those tied with) / (seats - 1) of a point.
// Requires: 2 to 8 places.
std::vector<int> pod_points(std::span<const int> places);

struct PodResult {
    std::vector<int> players;
    std::vector<int> places;  // by the order of `players`
};

enum class PodTieBreak { firsts, seconds, opponents, direct, draw_of_lots };

struct PodStanding {
    int player = 0;
    int place = 0;
    int units = 0;
    std::vector<int> values;  // one a tie-break; of `direct` and `draw_of_lots` places

    bool operator==(const PodStanding&) const = default;
};

// All players by place. `extra` has the units of each player that no pod gave: byes.
//
// `opponents` is the sum of the units of all whom a player met, each time. `direct` counts for each
// pair of tied players who was placed higher.
std::vector<PodStanding> pod_standings(std::span<const PodResult> results,
                                       std::span<const int> extra,
                                       std::span<const PodTieBreak> ties,
                                       std::span<const int> lots);

}  // namespace tanbo::pairing
