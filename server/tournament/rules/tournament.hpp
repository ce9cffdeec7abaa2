#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/settings.hpp"
#include "server/tournament/pairing/ladder.hpp"

// A tournament as a fold over its log.
namespace tanbo::tournament {

using engine::Instant;
using protocol::AccountId;
using protocol::Decided;
using protocol::GameId;
using protocol::TournamentEvent;
using protocol::TournamentEventData;
using protocol::TournamentFormat;
using protocol::TournamentId;
using protocol::TournamentSettings;
using protocol::TournamentState;

// A player at their index, which is their number less 1.
struct Player {
    AccountId account{};
    std::optional<int> rating = {};
    bool is_bot = false;
    Instant entered_at{};
    int first_round = 1;
    std::vector<protocol::ClubId> clubs = {};  // when they entered
    std::optional<int> half_bye = {};          // the round
    std::optional<protocol::WithdrawalCause> withdrawn = {};
    Instant withdrawn_at = {};
    bool is_paused = false;       // in an arena
    int pauses = 0;               // the same
    Instant free_since = {};      // the same, if they are free
    std::size_t first_table = 0;  // the same: the first that they can have since they entered

    bool is_in() const { return !withdrawn; }
};

struct TableGame {
    GameId game{};
    bool is_annulled = false;
    std::optional<std::vector<int>> halves = {};  // by player, once it counts in a series
};

// A challenge on a ladder: the second player of its table challenges the first one.
struct Challenge {
    Instant made_at;
    Instant answer_by;
    protocol::LadderRules rules = {};  // when it was made
    std::optional<Instant> accepted_at = {};
    std::optional<Instant> decided_at = {};
    std::optional<int> taken = {};  // the place of the challenged, if the challenger took it
};

// Players who meet in a round; the first one plays first. The other lists are by player, too.
struct Table {
    std::vector<int> players = {};  // by index
    std::vector<int> seats = {};    // in the first game; one of several may be empty
    int seat_count = 2;
    std::vector<TableGame> games = {};
    std::optional<std::vector<int>> units = {};  // points, once it is decided
    std::vector<int> places = {};                // once a game of several gave them
    Decided decided = Decided::game;             // once it is
    std::vector<bool> lost_by_forfeit = {};
    std::optional<Challenge> challenge = {};  // on a ladder

    bool is_open() const { return !units; }
    bool has_several() const { return seat_count > 2; }
    // The game that is in progress; nothing if none is.
    std::optional<GameId> running() const {
        if (!is_open() || games.empty()) return std::nullopt;
        const TableGame& last = games.back();
        return last.is_annulled || last.halves ? std::nullopt : std::optional(last.game);
    }
    // A challenge that waits for its answer.
    bool is_offered() const { return is_open() && challenge && !challenge->accepted_at; }
    bool needs_game() const { return is_open() && !is_offered() && !running(); }
    bool has(int player) const { return std::ranges::find(players, player) != players.end(); }
    // The player's place in the lists. Requires: has(player).
    std::size_t index_of(int player) const {
        return static_cast<std::size_t>(std::ranges::find(players, player) - players.begin());
    }
};

// The players of a division of a league by index, in the order that its season began with.
struct Division {
    std::vector<int> players = {};
    std::size_t first_table = 0;  // of its round robin, in the season's tables
};

// Also a season of a league.
struct Round {
    Instant paired_at;
    std::vector<Table> tables = {};
    std::vector<Division> divisions = {};                         // of a season
    std::optional<protocol::LeagueRules> league = {};             // of a season, as it began
    std::set<int> leavers = {};                                   // of a season, as the next began
    std::vector<std::pair<int, protocol::Resting>> resting = {};  // by index
    std::optional<Instant> started_at = {};
    std::optional<Instant> ended_at = {};
    std::optional<Instant> next_at = {};

    int open_tables() const;
};

// A player has another place of a ladder from then on; nothing: none.
struct PlaceChange {
    Instant at;
    std::optional<int> place = {};  // from 1 on
};

struct Tournament {
    std::int64_t seq = 0;
    TournamentState state = TournamentState::open;
    TournamentSettings settings;
    AccountId creator{};
    std::vector<AccountId> organisers = {};
    std::string commitment;
    std::vector<Player> players = {};
    // A ladder has one, with a table for each challenge; an arena has one, with all its tables.
    std::vector<Round> rounds = {};
    std::vector<int> finalists = {};                    // of groups: by seed, once they are known
    int group_rounds = 0;                               // the rounds before the final stage
    pairing::Ladder ladder = {};                        // by index
    std::vector<std::vector<PlaceChange>> places = {};  // on the ladder, by player
    int rounds_planned = 0;                             // 0 before the start
    bool is_first_drawn = true;
    std::optional<Instant> starts_at = {};
    int extensions = 0;
    Instant created_at;
    std::optional<Instant> started_at = {};
    std::optional<Instant> ended_at = {};
    std::optional<protocol::TournamentEnd> end = {};
    std::optional<std::string> end_reason = {};
    std::string secret;  // in hex, once it is over

    bool is_swiss() const { return settings.format == TournamentFormat::swiss; }
    bool is_league() const { return settings.format == TournamentFormat::league; }
    bool is_arena() const { return settings.format == TournamentFormat::arena; }
    bool is_ladder() const { return settings.format == TournamentFormat::ladder; }
    bool is_knockout() const { return protocol::is_knockout(settings.format); }
    bool has_groups() const { return settings.groups.has_value(); }
    bool has_final() const { return !finalists.empty(); }
    // A lost match puts a player out.
    bool knocks_out() const {
        const bool has_knockout =
            has_final() && settings.groups->last == protocol::FinalStage::knockout;
        return is_knockout() || has_knockout;
    }
    bool has_several() const { return protocol::seats_at_table(settings) > 2; }
    bool is_paired_by_round() const { return protocol::is_paired_by_round(settings.format); }
    bool is_paired_by_points() const { return protocol::is_paired_by_points(settings.format); }
    bool is_over() const {
        return state == TournamentState::finished || state == TournamentState::cancelled;
    }
    bool is_organiser(AccountId account) const;
    // The index of a player, also of one who has withdrawn since the start.
    std::optional<int> find(AccountId account) const;
    int players_in() const;
    // The players of a table who have not withdrawn.
    int players_in(const Table& table) const;
    const Player& player(int index) const { return players[static_cast<std::size_t>(index)]; }
    // Requires: a table of a paired round; numbers from 1 on.
    const Table& table(const protocol::TableKey& at) const;
    // Null if there is none.
    const Table* find_table(const protocol::TableKey& at) const;
    // When the next round is paired at the latest; nothing without a limit.
    std::optional<Instant> limit_at() const;
    // All tables are decided.
    bool is_decided() const;
    // The challenge of a ladder of that number, from 1 on; null if there is none.
    const Table* find_challenge(int number) const { return find_table({1, number, 1}); }
    // No account that is new to it finds a place any more.
    bool has_all_players() const;
    // Players can enter, if nothing else forbids it.
    bool takes_players() const;
};

// Folds the next event in. Requires: the event follows from the tournament.
void apply(Tournament& tournament, const TournamentEvent& event);

// When there is something to do besides what players do; Instant::min() if there is now, nothing
// if there is nothing.
std::optional<Instant> due(const Tournament& tournament);

// The latest round of which games have started, or that is paired if rounds are paired one by one;
// 0 for none.
int current_round(const Tournament& tournament);
// All rounds; nothing for a round robin or a knockout before the start.
std::optional<int> planned_rounds(const Tournament& tournament);

// The points of a player who rests, in units of the format.
int resting_units(const Tournament& tournament, protocol::Resting kind);
// The points that a player's rating gives before the first round; nothing without McMahon points.
std::optional<int> initial_points(const Tournament& tournament, int player);

}  // namespace tanbo::tournament
