#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/transaction.hpp"

// Tournaments as rows: their logs, and what is folded from them for lists and duties.
namespace tanbo::store {

inline constexpr int tournaments_page_max = 200;
using TournamentSecret = std::array<std::uint8_t, 32>;

// The columns that follow from the log. `state`, `format` are words.
struct TournamentRow {
    std::string format = {};
    std::string setup = {};
    bool is_listed = true;
    bool is_quiet = false;
    std::optional<ClubId> club = {};
    std::string state = {};
    std::int64_t seq = 0;
    std::string summary = {};  // JSON, but for the creator's handle
    Instant due_at = no_due;
};

struct TournamentHead {
    std::int64_t seq = 0;
    AccountId creator{};
    TournamentSecret secret{};
};

// A tournament without events. Throws: StorageError constraint if the creator doesn't exist.
TournamentId create_tournament(Transaction& transaction, AccountId creator,
                               const TournamentSecret& secret, const TournamentRow& row);

// Nothing if there is none.
std::optional<TournamentHead> find_tournament(Reader& reader, TournamentId id);
// The same, locked until the transaction ends: the last lock that a job takes.
std::optional<TournamentHead> lock_tournament(Transaction& transaction, TournamentId id);

// Throws: StorageError constraint or stale if there is one of this seq.
void append_tournament_event(Transaction& transaction, TournamentId id, const NewEvent& event);
// The events after seq `after`, in order, at most `limit`.
std::vector<StoredEvent> tournament_events(Reader& reader, TournamentId id, std::int64_t after = 0,
                                           std::int64_t limit = all_events);

// Writes the columns that follow from the log. Throws: StorageError constraint if there is no such
// tournament.
void save_tournament(Transaction& transaction, TournamentId id, const TournamentRow& row);
void set_tournament_due(Transaction& transaction, TournamentId id, Instant due_at);
// Its log too. Requires: no game is of it.
void delete_tournament(Transaction& transaction, TournamentId id);

// --- lists ---

struct ListedTournament {
    TournamentId id{};
    std::string summary = {};
    std::string creator = {};  // the handle
};
struct TournamentsPage {
    std::vector<ListedTournament> tournaments = {};  // the newest first
    bool has_more = false;
};
// Those without a value are not asked for.
struct TournamentsQuery {
    std::optional<std::string> state = {};
    std::optional<std::string> format = {};
    std::optional<std::string> setup = {};
    std::optional<ClubId> club = {};
    std::optional<AccountId> account = {};  // plays, played or organises; also unlisted ones
    std::optional<TournamentId> before = {};
    int limit = 50;  // 1 to tournaments_page_max
};
TournamentsPage list_tournaments(Reader& reader, const TournamentsQuery& query);

// --- the parts of accounts ---

struct TournamentPart {
    bool is_player = false;    // has entered and not withdrawn
    bool has_entered = false;  // at some time
    bool is_organiser = false;
    bool is_over = false;  // the tournament

    bool operator==(const TournamentPart&) const = default;
};
void set_tournament_part(Transaction& transaction, TournamentId id, AccountId account,
                         const TournamentPart& part);

struct TournamentCounts {
    int playing = 0;     // in tournaments that are not over
    int finished = 0;    // was a player when it was over
    int organising = 0;  // those that are not over
};
TournamentCounts tournament_counts(Reader& reader, AccountId account);

// The tournaments, not over, in which the account plays; at most `limit`.
std::vector<TournamentId> tournaments_playing(Reader& reader, AccountId account, int limit);

// --- duties ---

// Those with something to do by `now`, the longest due first, at most `limit`.
std::vector<TournamentId> due_tournaments(Reader& reader, Instant now, int limit);

// True if the players of the game can't chat until its end.
bool is_quiet_game(Reader& reader, GameId game);

// The handles of all accounts that have a part in it.
struct NamedAccount {
    AccountId account{};
    std::string handle = {};
};
std::vector<NamedAccount> tournament_names(Reader& reader, TournamentId id);

// The games of a tournament behind this place, by round, table and number, at most `limit`.
struct TablePlace {
    std::int64_t round = 0;
    std::int64_t table = 0;
    std::int64_t number = 0;
};
struct GameAtTable {
    TablePlace at;
    GameId game{};
};
std::vector<GameAtTable> games_of_tournament(Reader& reader, TournamentId id,
                                             std::optional<std::int64_t> round,
                                             std::optional<std::string_view> status,
                                             const TablePlace& after, int limit);

// --- hints for organisers ---

// Accounts that play in it and hold tokens or sessions last used from one network, by account:
// one list a network, with two accounts or more. The networks stay in the database.
std::vector<std::vector<AccountId>> shared_networks(Reader& reader, TournamentId id);

// Rated games with players from one network at their end, by round, table and number.
std::vector<GameAtTable> related_games_of(Reader& reader, TournamentId id);

struct EarlyResignation {
    GameAtTable game;
    AccountId account{};
    int ply = 0;  // moves before it
};
// Resignations before ply `ply_max`, by round, table and number.
std::vector<EarlyResignation> early_resignations(Reader& reader, TournamentId id, int ply_max);

}  // namespace tanbo::store
