#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "server/tournament/rules/decide.hpp"
#include "server/tournament/rules/event_list.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/tournament.hpp"

// Arenas: for a fixed time, players who are free meet again and again. All tables are of round 1.
namespace tanbo::tournament {

// Players are matched at such intervals from the start on.
inline constexpr std::chrono::seconds arena_turn{3};
inline constexpr int arena_pauses_max = 100;  // of one player: pauses can't fill the log

// --- acts of players ---

// The player gets no new games, or gets some again; nothing happens if it is so already.
// Errors: not_entered; limit_reached; invalid_field if it is no arena.
Decides pause(const Tournament& tournament, AccountId account, bool is_paused, Instant now);

// --- what an arena is like ---

// No one is matched from then on. Requires: it has started.
Instant arena_ends_at(const Tournament& tournament);

// The players by index who could begin a game, those who have been free longest first.
std::vector<int> free_players(const Tournament& tournament);

// The players by index who have lost their last two decided tables by forfeit.
std::vector<int> absent_in_arena(const Tournament& tournament);

// The players by place: by points, then by the tie-breaks. `lots` has the drawn order of each.
std::vector<Ranked> arena_standings(const Tournament& tournament, const std::vector<int>& lots);
// Rounds are the player's games in their order.
std::vector<TieParts> explain_arena(const Tournament& tournament, int player);

// --- what happens by itself ---

// The turn at which some of the players who are free now are matched; nothing if none is.
std::optional<Instant> next_match_at(const Tournament& tournament);
// When there is something to do besides games.
std::optional<Instant> arena_due(const Tournament& tournament);
// New tables, or the end once its last game is over.
void advance_arena(Events& events, const pairing::Secret& secret);

}  // namespace tanbo::tournament
