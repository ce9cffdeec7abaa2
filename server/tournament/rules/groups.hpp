#pragma once

#include <optional>
#include <vector>

#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/tournament.hpp"

// Groups of a round robin, and the final stage after them. Each is a tournament of its own for the
// functions of its format.
namespace tanbo::tournament {

// A part of a tournament: its players and rounds have numbers of their own there.
struct Stage {
    Tournament part;
    std::vector<int> players;  // the index of each in the whole
    int rounds_before = 0;     // the rounds of the whole before those of the part

    int whole(int player) const { return players[static_cast<std::size_t>(player)]; }
};

// --- groups ---

// The players of each group by index, the strongest first. Requires: it has started.
std::vector<std::vector<int>> groups_of(const Tournament& tournament);
// The groups in that order.
std::vector<Stage> group_stages(const Tournament& tournament);
// The pairs of all groups round by round, with indices of the whole.
std::vector<pairing::Round> group_pairs(const Tournament& tournament);

// --- the final stage ---

// The players who go on by seed: the first of each group who are in, and of equal places the better
// seed. An unfinished game counts half. Requires: it has started.
std::vector<int> seeded_finalists(const Tournament& tournament);
// Requires: the final stage has begun, here and below.
Stage final_stage(const Tournament& tournament);
// The round of a knockout that follows, if there is one, or all rounds of a round robin.
std::vector<protocol::RoundPaired> next_final_rounds(const Tournament& tournament,
                                                     pairing::Draw& draw);

// --- both ---

// The players of a stage by place, with their indices in the whole.
std::vector<Ranked> stage_standings(const Stage& stage,
                                    Unfinished unfinished = Unfinished::nothing);

// The most rounds that so many players need.
int final_round_count(const TournamentSettings& settings, int players);
int grouped_round_count(const TournamentSettings& settings, int players);

// When the final stage begins, or a further round of a knockout; nothing if not yet.
std::optional<Instant> next_stage_round_at(const Tournament& tournament);
// True once the final stage is.
bool is_grouped_over(const Tournament& tournament);
// When there is something to do besides games; Instant::min() if there is now.
std::optional<Instant> groups_due(const Tournament& tournament);

// The players of the final stage by place there, then the others by place in their groups and
// points. The tie-breaks are those of the groups.
std::vector<Ranked> grouped_standings(const Tournament& tournament);
// The tie-breaks of a player in the group.
std::vector<TieParts> explain_group(const Tournament& tournament, int player);

}  // namespace tanbo::tournament
