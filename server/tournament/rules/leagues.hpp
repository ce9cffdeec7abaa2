#pragma once

#include <optional>
#include <set>
#include <vector>

#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/rules/decide.hpp"
#include "server/tournament/rules/event_list.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/tournament.hpp"

// Leagues: divisions that play round robins, season after season. A season is a round.
namespace tanbo::tournament {

// --- the fold ---

// The season with its divisions and tables, as its event says.
Round season_of(const Tournament& tournament, const protocol::SeasonBegun& begun, Instant at);

// --- what a season leads to ---

// The season that has begun last, from 1 on; 0 for none.
int current_season(const Tournament& tournament);

// The divisions of the next season by index, the highest first. Games that are not over count half
// a point. Players who have left are out, and those who entered since are at the bottom. A last
// division with fewer than half of its players, or than three, joins the one above.
std::vector<std::vector<int>> next_divisions(const Tournament& tournament);

// The players who entered since the last season began, in that order: they wait for the next one.
std::vector<int> waiting_players(const Tournament& tournament);

// The players of a division by place; points in halves. Players who have left it are last. Equal
// places keep the order that the season began with. Requires: a season, and one of its divisions,
// from 0 on.
std::vector<Ranked> division_standings(const Tournament& tournament, int season,
                                       std::size_t division, Unfinished unfinished);
// All players of the last season, the highest division first, then those who are in none.
std::vector<Ranked> league_standings(const Tournament& tournament);
std::vector<TieParts> explain_league(const Tournament& tournament, int player);

// The round of each table of a division, from 1 on.
std::vector<int> rounds_of_division(const Tournament& tournament, int season, std::size_t division);

// True if a player of a season left before the next one began, even if they came back meanwhile.
bool has_left_season(const Tournament& tournament, int season, int player);
// All of whom that holds in the last season.
std::set<int> leavers_of(const Tournament& tournament);

// The division of a player in a season, from 0 on; nothing if they are in none.
std::optional<std::size_t> division_of(const Tournament& tournament, int season, int player);
// The number of players that go down from a division; as many come up from the one below.
int moving_below(const Round& season, std::size_t division);

// --- what happens ---

// True unless it has had all of its seasons.
bool has_next_season(const Tournament& tournament);
// When the next season begins by itself; nothing if it doesn't, or not yet.
std::optional<Instant> next_season_at(const Tournament& tournament);
// The same for a last season that ends at this instant.
std::optional<Instant> next_season_after(const Tournament& tournament, Instant ended_at);

// When there is something to do besides games; Instant::min() if there is now.
std::optional<Instant> league_due(const Tournament& tournament);
// A season or the end, if it is due.
void advance_league(Events& events, const pairing::Secret& secret);

// Why an organiser can't begin the next season now; nothing if they can.
// Errors: entry_closed; round_open; too_few_players.
std::optional<protocol::Error> season_fault(const Tournament& tournament, Instant now);
// The next season. Games of the last one that have not begun are not played.
// Requires: two players are in.
void begin_season(Events& events);

// The tables that are decided because a player has left. A season in which the player has played
// less than half of the games forgets them all.
std::vector<protocol::TableDecided> league_tables_left(const Tournament& tournament, int player);

}  // namespace tanbo::tournament
