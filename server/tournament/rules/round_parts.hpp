#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/rules/tournament.hpp"

// Parts of pairing that several formats share.
namespace tanbo::tournament {

// The indices of players who don't meet as long as that is avoidable.
std::vector<std::pair<int, int>> apart_pairs(const Tournament& tournament);

// The seats of a table of four with these players by index, in the order of their turns. The draw
// says which seat three or two of them leave empty.
std::vector<int> seated_in_pod(const std::vector<int>& players, pairing::Draw& draw);

// The key of a table's latest game, or of its first. `index` counts from 0.
protocol::TableKey key_of(int round, std::size_t index, const Table& table);

// Players who are out lose the table without a game, and the others, one at most, win.
protocol::TableDecided forfeit_of(const Tournament& tournament, const protocol::TableKey& at,
                                  const Table& table);

// Whether the player is paired in that round, from 1 on.
bool plays(const Player& player, int round);

// Players by their numbers who don't play in a round: with a bye, or away. `bye` is an index.
std::vector<std::pair<int, protocol::Resting>> resting_in(const Tournament& tournament,
                                                          const protocol::RoundPaired& paired,
                                                          std::optional<int> bye);

}  // namespace tanbo::tournament
