#pragma once

#include <optional>
#include <vector>

#include "protocol/tournaments/events.hpp"
#include "server/tournament/pairing/brackets.hpp"
#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/tournament.hpp"

// Between knockouts and the pure functions for them. Players with equal points at a table: the
// better seed goes on.
namespace tanbo::tournament {

// A knockout of two at a table. The lists are by match.
struct Bracket {
    std::vector<pairing::BracketMatch> matches;
    std::vector<pairing::MatchState> states;
    std::vector<std::optional<protocol::TableKey>> tables;  // once they are paired
};

// Requires: it has started, with two at a table.
Bracket bracket_of(const Tournament& tournament);

// The most rounds that so many players need.
int knockout_round_count(const Tournament& tournament, int players);

// The next round: all matches with known players. Nothing if there is none. Players who have
// withdrawn are at tables, where they lose at once.
std::optional<protocol::RoundPaired> next_knockout(const Tournament& tournament,
                                                   pairing::Draw& draw);

// The winner, once it is known. Requires: a knockout that has started.
std::optional<int> champion_of(const Tournament& tournament);

// The players by the round in which they lost for the last time.
std::vector<Ranked> knockout_standings(const Tournament& tournament);

}  // namespace tanbo::tournament
