#pragma once

#include <optional>
#include <vector>

#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"
#include "server/tournament/tournament.hpp"

// Between tournaments and the pure functions that pair them and rank their players.
namespace tanbo::tournament {

// The worth of a game without a result.
enum class Unfinished : std::uint8_t {
    half,    // half a point each: for pairing
    nothing  // as if the round had been none: for standings
};

// The players with an outcome for each paired round.
std::vector<pairing::SwissPlayer> outcomes(const Tournament& tournament, Unfinished unfinished);

// The next round of a Swiss tournament, or nothing if it can't be paired.
// Cost: that of pair_swiss.
std::optional<protocol::RoundPaired> next_swiss_round(const Tournament& tournament);

// All rounds of a round robin.
std::vector<protocol::RoundPaired> robin_rounds(const Tournament& tournament);
int robin_round_count(const Tournament& tournament, int players);

// The players by place. Lots are drawn once the tournament is over.
std::vector<pairing::Standing> standings(const Tournament& tournament,
                                         const std::vector<std::string>& entrants);

// A tie-break and the numbers it is made of; none for places among tied players.
struct TieParts {
    protocol::TieRule tie{};
    int units_a_point = 1;
    std::vector<pairing::Addend> parts;
};
std::vector<TieParts> explain(const Tournament& tournament, int player);
int units_a_point(protocol::TieRule tie);

// A player's points before the round, from 1 on, in halves.
int halves_before(const Tournament& tournament, int player, int round);

}  // namespace tanbo::tournament
