#pragma once

#include <span>
#include <vector>

// The seeds of players who come from groups into a final stage.
namespace tanbo::tournament {

// A number for each two seeds: the greater it is, the later they meet. Rows and columns are seeds.
using Meetings = std::vector<std::vector<int>>;

// In a knockout: the final is the latest. Requires: 2 players.
Meetings knockout_meetings(int players);
// In a round robin. Requires: 2 players.
Meetings robin_meetings(int players);

// The players by seed. `groups` has those of each group who go on, by place.
//
// The first of all groups get the first seeds in the order of the groups, then the second of all
// groups follow, and so on. Within a place, the earliest meeting with a player of the same
// group is as late as possible.
// Requires: rows for as many seeds as players.
std::vector<int> seed_groups(std::span<const std::vector<int>> groups, const Meetings& meetings);

}  // namespace tanbo::tournament
