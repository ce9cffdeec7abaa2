#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/rules/series.hpp"
#include "server/tournament/rules/tournament.hpp"

// From commands to events. Pure: no clock is read, and no store.
namespace tanbo::tournament {

inline constexpr std::size_t organisers_max = 10;

// The events to append, and the tournament after them.
struct Decision {
    std::vector<TournamentEvent> events;
    Tournament next;
};
using Decides = protocol::Result<Decision>;

// The first event of a new tournament.
Decision create(AccountId by, const TournamentSettings& settings, std::string commitment,
                Instant now);

// --- acts of organisers ---

// `settings` are all of them, `given` those that the request named.
// Errors: frozen_setting and invalid_field, both with a pointer.
Decides change(const Tournament& tournament, AccountId by, const TournamentSettings& settings,
               const std::vector<std::string>& given, Instant now);
// Nothing happens if it is so already. Errors: limit_reached.
Decides set_organiser(const Tournament& tournament, AccountId account, AccountId by, bool is_added,
                      Instant now);
// Errors: entry_closed.
Decides cancel(const Tournament& tournament, AccountId by, std::optional<std::string> reason,
               const pairing::Secret& secret, Instant now);
// An organiser's decision on a table.
struct Ruling {
    GameResult result;
    AccountId by{};
    std::string reason;
};
// Errors: game_over.
Decides rule(const Tournament& tournament, const protocol::TableKey& at, const Ruling& ruling,
             Instant now);
// One of several players at a table loses by forfeit; the game goes on without them.
// Errors: game_over.
Decides forfeit_one(const Tournament& tournament, const protocol::TableKey& at, std::size_t index,
                    AccountId by, std::string reason, Instant now);
// `by` is nothing for a game that an administrator has ended. Errors: game_over.
Decides annul(const Tournament& tournament, const protocol::TableKey& at, bool replays,
              std::optional<AccountId> by, std::string reason, Instant now);

// --- acts of players ---

// Ladders and leagues take players back only after this time: entering and leaving can't fill their
// logs.
inline constexpr std::chrono::hours return_after{24};
// The same for arenas.
inline constexpr std::chrono::seconds arena_return_after{60};

// Errors: already_entered; entry_closed; on a ladder, in a league or an arena too_soon.
// `clubs` are those that the player is a member of.
Decides enter(const Tournament& tournament, AccountId account, std::optional<int> rating,
              bool is_bot, Instant now, std::vector<protocol::ClubId> clubs = {});
// Tables without a game are decided; games in progress are left to the caller.
// Errors: not_entered.
Decides withdraw(const Tournament& tournament, AccountId account, protocol::WithdrawalCause cause,
                 bool leaves_games, Instant now);
// Errors: not_entered; round_open; limit_reached; invalid_field for the last round.
Decides rest(const Tournament& tournament, AccountId account, std::optional<int> round,
             Instant now);

// --- what happens by itself ---

// Nothing happens if the table is decided, or the game is not its latest.
Decision record(const Tournament& tournament, const protocol::TableKey& at, GameId game,
                const GameResult& result, Instant now);
// The game has started. Requires: the table needs this game.
Decision open_table(const Tournament& tournament, const protocol::TableKey& at, GameId game,
                    Instant now);

// Starts it, or begins the next season of a league. Errors: entry_closed; too_few_players;
// round_open while a season is not over.
// `entrants`: the names of the players in the order of their ratings, for the draws.
Decides start(const Tournament& tournament, const std::vector<AccountId>& order,
              const std::vector<std::string>& entrants, const pairing::Secret& secret, Instant now);
// The players in the order of their numbers: by rating, then by entry.
std::vector<AccountId> seeding(const Tournament& tournament);

// The events that are due by now, besides a start and games: an extension, a round, the end.
// `entrants`: the names of all players, for the draws. Cost: that of next_round.
Decision advance(const Tournament& tournament, const std::vector<std::string>& entrants,
                 const pairing::Secret& secret, Instant now);
// Whether its start is due.
bool starts_now(const Tournament& tournament, Instant now);

}  // namespace tanbo::tournament
