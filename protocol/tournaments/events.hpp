#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/settings.hpp"

// The log of a tournament. Its accounts are numbers there, and handles where players read it.
namespace tanbo::protocol {

// The first event of every tournament.
struct TournamentCreated {
    AccountId by{};
    TournamentSettings settings;
    std::string commitment;  // of the secret of its draws
};

// `settings` are all of them, as they are from now on.
struct TournamentChanged {
    AccountId by{};
    TournamentSettings settings;
};

struct OrganiserChanged {
    AccountId account{};
    AccountId by{};
    bool is_added = true;
};

struct PlayerEntered {
    AccountId account{};
    std::optional<int> rating = {};  // nothing: a newcomer
    bool is_bot = false;
    int first_round = 1;
};

enum class WithdrawalCause : std::uint8_t {
    themselves,
    forfeits,
    entry_bounds,
    suspended,
    deleted
};
std::string_view withdrawal_cause_name(WithdrawalCause cause);

struct PlayerWithdrawn {
    AccountId account{};
    WithdrawalCause cause = WithdrawalCause::themselves;
    bool leaves_games = false;
};

// Asks for a half-point bye in that round; nothing takes it back.
struct RestChosen {
    AccountId account{};
    std::optional<int> round = {};
};

struct StartExtended {
    engine::Instant starts_at;
};

// The players get their numbers, from 1 on, in this order. `is_first_drawn`: player 1 plays first
// in the first round of a Swiss tournament.
struct TournamentStarted {
    std::vector<AccountId> players;
    int rounds = 0;
    bool is_first_drawn = true;
};

enum class Resting : std::uint8_t { bye, half_bye, absent };
std::string_view resting_name(Resting kind);

// Players by their numbers. The first one of a table plays first.
struct RoundPaired {
    int round = 0;
    std::vector<std::array<int, 2>> tables;
    std::vector<std::pair<int, Resting>> resting;
};

// A table of a round, and one of its games, all from 1 on.
struct TableKey {
    int round = 0;
    int table = 0;
    int number = 1;

    bool operator==(const TableKey&) const = default;
};

struct TableStarted {
    TableKey at;
    GameId game{};
};

enum class Decided : std::uint8_t { game, forfeit, adjudicated, annulled, removed };
std::string_view decided_name(Decided decided);

// The points of the two players in halves. `lost_by_forfeit`: by player.
struct TableDecided {
    TableKey at;
    std::optional<GameId> game = {};  // nothing: it was never played
    std::array<int, 2> halves = {0, 0};
    std::array<bool, 2> lost_by_forfeit = {false, false};
    Decided decided = Decided::game;
    std::optional<AccountId> by = {};  // an organiser
    std::string reason = {};
};

// The game doesn't count. `replays`: its table gets another one.
struct TableAnnulled {
    TableKey at;
    GameId game{};
    bool replays = true;
    std::optional<AccountId> by = {};  // nothing: an administrator ended the game
    std::string reason = {};
};

struct RoundEnded {
    int round = 0;
    std::optional<engine::Instant> next_at = {};
};

enum class TournamentEnd : std::uint8_t { completed, no_pairing, too_few_players, cancelled };
std::string_view tournament_end_name(TournamentEnd end);

// The last event of every tournament.
struct TournamentFinished {
    TournamentEnd end = TournamentEnd::completed;
    std::string secret;  // in hex
    std::optional<AccountId> by = {};
    std::optional<std::string> reason = {};
};

using TournamentEventData =
    std::variant<TournamentCreated, TournamentChanged, OrganiserChanged, PlayerEntered,
                 PlayerWithdrawn, RestChosen, StartExtended, TournamentStarted, RoundPaired,
                 TableStarted, TableDecided, TableAnnulled, RoundEnded, TournamentFinished>;

struct TournamentEvent {
    std::int64_t seq = 0;  // gapless from 1
    engine::Instant at;
    TournamentEventData data;
};

// "2.5" of 5 halves.
std::string points_text(int halves);

// "created", "entered", "paired", ...
std::string_view event_type(const TournamentEventData& data);

// As it is stored; the inverse. Errors: invalid_record.
std::string encode_stored(const TournamentEventData& data);
Result<TournamentEventData> decode_stored_event(std::string_view type, std::string_view data);

// The names of players for those who read the log.
struct PlayerNames {
    std::function<std::string(AccountId)> handle;
    std::function<std::string(int)> handle_of_number;  // of players from 1 on
};

// {"topic","seq","type","at","data"} with handles.
std::string encode_tournament_event(TournamentId tournament, const TournamentEvent& event,
                                    const PlayerNames& names);
// {"tournament","seq","events":[...]}
std::string encode_tournament_events(TournamentId tournament, std::int64_t seq,
                                     const std::vector<TournamentEvent>& events,
                                     const PlayerNames& names);

}  // namespace tanbo::protocol
