#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "server/tournament/pairing/draws.hpp"

// Seats players at boards, three or four at each.
namespace tanbo::pairing {

inline constexpr int pod_players_exact_max = 16;

struct PodPlayer {
    int points = 0;                         // in units of 1/840
    std::vector<int> met;                   // the number of times, by each player's index
    std::vector<int> turns = {0, 0, 0, 0};  // how often they were first, second, third, fourth
    int byes = 0;
};

struct PodEvent {
    std::vector<PodPlayer> players;          // those who play this round
    std::vector<std::pair<int, int>> apart;  // don't meet, as long as that is avoidable
};

struct PodRound {
    std::vector<std::vector<int>> pods;  // players in the order of their turns
    std::optional<int> bye;

    bool operator==(const PodRound&) const = default;
};

// The faults of a round, in the order of their weight; less is better.
struct PodCost {
    std::int64_t apart = 0;     // pairs that should not meet
    std::int64_t repeated = 0;  // for each pair how often they met before
    std::int64_t spread = 0;    // for each pod the square of the greatest difference of points
    std::int64_t turns = 0;  // for each player how often they had the turn that they get, squared

    bool operator==(const PodCost&) const = default;
    auto operator<=>(const PodCost&) const = default;
};
PodCost cost(const PodEvent& event, const PodRound& round);

// The sizes of the pods: as many fours as possible, the rest threes. Five play as four, and one
// has a bye. Empty for fewer than three.
std::vector<int> pod_sizes(int players);

// The best round of all for up to pod_players_exact_max players, and one that a search of a bounded
// number of steps finds for more; the draw decides between equals. Nothing for fewer than three.
// A bye goes to one with as few byes as anybody, and of these to one with the fewest points.
std::optional<PodRound> pair_pods(const PodEvent& event, Draw& draw);

}  // namespace tanbo::pairing
