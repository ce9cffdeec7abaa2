#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"
#include "server/tournament/rules/tournament.hpp"

// Between tournaments and the pure functions that pair them and rank their players.
namespace tanbo::tournament {

// The worth of a game without a result.
enum class Unfinished : std::uint8_t {
    half,    // half a point each: for pairing
    nothing  // as if the round had been none: for standings
};

// The outcome of a table of two for one of its players, by their index there. A table that doesn't
// count has no opponent.
pairing::Outcome outcome_at(const Table& table, std::size_t seat, Unfinished unfinished);
// The tie-breaks of a format with two at a table.
std::vector<pairing::TieBreak> tie_breaks(const Tournament& tournament);

// The players with an outcome for each paired round.
std::vector<pairing::SwissPlayer> outcomes(const Tournament& tournament, Unfinished unfinished);

// The next round, or nothing if it can't be paired. `entrants` are the names of all players, for
// draws. Requires: rounds are paired one by one. Cost: that of pair_swiss, of pair_pods, or of
// next_knockout.
std::optional<protocol::RoundPaired> next_round(const Tournament& tournament,
                                                const std::vector<std::string>& entrants,
                                                const pairing::Secret& secret);
// The fewest players of a round.
int players_of_round_min(const Tournament& tournament);

// The rounds of a round robin of so many players, twice if the settings say so; by index.
std::vector<pairing::Round> robin_pairs(const TournamentSettings& settings, int players);
// All rounds of a round robin, in groups or not.
std::vector<protocol::RoundPaired> robin_rounds(const Tournament& tournament);
// All rounds that so many players need, or the most; of a tournament paired by points those that it
// is set to.
int round_count(const Tournament& tournament, int players);

// A row of the standings; points in units of the format.
struct Ranked {
    int player = 0;
    int place = 0;  // from 1 on; shared by players whom no tie-break tells apart
    int units = 0;
    std::vector<int> values;  // one a tie-break
};

// The players by place. Lots are drawn once the tournament is over.
std::vector<Ranked> standings(const Tournament& tournament,
                              const std::vector<std::string>& entrants);

// The players by points, then by the tie-breaks. `lots` has the drawn order of each.
std::vector<Ranked> point_standings(const Tournament& tournament, const std::vector<int>& lots,
                                    Unfinished unfinished = Unfinished::nothing);

// A tie-break and the numbers it is made of; none for places among tied players.
struct TieParts {
    protocol::TieRule tie{};
    int units_a_point = 1;
    std::vector<pairing::Addend> parts;
};
std::vector<TieParts> explain(const Tournament& tournament, int player);
// The same for a player of these results, by their index there.
std::vector<TieParts> explain_ties(const Tournament& tournament, const pairing::Results& results,
                                   int player);
int units_a_point(protocol::TieRule tie);

// The points of places at a table of several. Who has forfeited has none.
std::vector<int> units_of(std::span<const int> places, const std::vector<bool>& lost_by_forfeit);

// A player's points before the round, from 1 on, in units of the format.
int units_before(const Tournament& tournament, int player, int round);

}  // namespace tanbo::tournament
