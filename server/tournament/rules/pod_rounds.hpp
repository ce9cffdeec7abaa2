#pragma once

#include <optional>
#include <span>
#include <vector>

#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/tournament.hpp"

// Between tournaments with several players at a table and the pure functions for them.
namespace tanbo::tournament {

// The next round, or nothing if fewer than three players are there. At a table of three, the draw
// leaves one seat empty.
std::optional<protocol::RoundPaired> next_pods(const Tournament& tournament, pairing::Draw& draw);

// The players by place.
std::vector<Ranked> pod_standings(const Tournament& tournament, std::span<const int> lots);

// The tie-breaks of a player and the numbers they are made of.
std::vector<TieParts> explain_pods(const Tournament& tournament, int player);

}  // namespace tanbo::tournament
