#include "server/tournament/pairing/round_robin.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tanbo::pairing {
namespace {

// One round of the table for an even number: all but the last stand in a circle.
Round berger_round(int even, int round, bool has_all) {
    const int circle = even - 1;
    const int last = even - 1;
    // Each round begins half a circle after the one before.
    const int start = static_cast<int>(static_cast<std::int64_t>(round) * (even / 2) % circle);
    Round pairs;
    if (has_all) pairs.push_back(round % 2 == 0 ? Pair{start, last} : Pair{last, start});
    for (int step = 1; step < even / 2; ++step) {
        pairs.push_back({(start + step) % circle, (start + circle - step) % circle});
    }
    return pairs;
}

}  // namespace

std::vector<Round> round_robin(int players) {
    assert(players >= 0);
    std::vector<Round> rounds;
    if (players < 2) return rounds;
    const int even = players + players % 2;
    for (int round = 0; round < even - 1; ++round) {
        rounds.push_back(berger_round(even, round, players == even));
    }
    return rounds;
}

std::vector<Round> double_round_robin(int players) {
    std::vector<Round> rounds = round_robin(players);
    const std::size_t once = rounds.size();
    for (std::size_t round = 0; round < once; ++round) {
        Round reversed = rounds[round];
        for (Pair& pair : reversed) pair = {pair.second, pair.first};
        rounds.push_back(std::move(reversed));
    }
    return rounds;
}

std::vector<std::vector<int>> snake_groups(int players, int groups) {
    assert(groups >= 1 && groups <= players);
    std::vector<std::vector<int>> result(static_cast<std::size_t>(groups));
    for (int player = 0; player < players; ++player) {
        const int row = player / groups;
        const int column = player % groups;
        const int group = row % 2 == 0 ? column : groups - 1 - column;
        result[static_cast<std::size_t>(group)].push_back(player);
    }
    return result;
}

}  // namespace tanbo::pairing
