#pragma once

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
    std::vector<ClubId> clubs = {};  // that the player is a member of
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

// A player of an arena gets no new games, or gets some again.
struct PauseChosen {
    AccountId account{};
    bool is_paused = true;
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

// A seat of a table that no player has.
inline constexpr int empty_seat = 0;

// Players by their numbers, in the order of the seats; the first one plays first.
struct RoundPaired {
    int round = 0;
    std::vector<std::vector<int>> tables;
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

// The last three: of challenges on a ladder, without a game.
enum class Decided : std::uint8_t {
    game,
    forfeit,
    adjudicated,
    annulled,
    removed,
    declined,
    unanswered,
    cancelled
};
std::string_view decided_name(Decided decided);

// A game of a series has ended, and others follow or its table is decided next. `halves`: the
// points of this game, in the order of the table.
struct GameCounted {
    TableKey at;
    GameId game{};
    std::vector<int> halves = {0, 0};
    Decided decided = Decided::game;
    std::optional<AccountId> by = {};  // an organiser
    std::string reason = {};
};

// All by player, in the order of the seats. `units`: points, in units of the format. `places`: with
// more than two at a table; nothing if no game gave them.
struct TableDecided {
    TableKey at;
    std::optional<GameId> game = {};  // nothing: it was never played
    std::vector<int> units = {0, 0};
    std::vector<int> places = {};
    std::vector<bool> lost_by_forfeit = {false, false};
    Decided decided = Decided::game;
    std::optional<AccountId> by = {};  // an organiser
    std::string reason = {};
};

// An organiser has removed one of several players from a game, which goes on.
struct PlayerForfeited {
    TableKey at;
    GameId game{};
    int player = 0;  // their number
    AccountId by{};
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

// A season of a league begins. Divisions hold players by their numbers, the best first. Its tables
// follow from them: round robins, one division after the other.
struct SeasonBegun {
    int season = 0;
    std::vector<std::vector<int>> divisions;
};

// The players of groups who go on to the final stage, by their numbers in the order of their seeds.
struct FinalSeeded {
    std::vector<int> players;
};

// Free players of an arena meet: tables of round 1, after those before. Players are numbers; the
// first one plays first.
struct PlayersMatched {
    std::vector<std::vector<int>> tables;
};

// A challenge on a ladder. It is the table of its number, in round 1; players are numbers.
struct ChallengeMade {
    int challenge = 0;
    int challenger = 0;
    int challenged = 0;
    engine::Instant answer_by;
};

struct ChallengeAccepted {
    int challenge = 0;
};

// A vacation of the challenged player has been planned, changed or cancelled.
struct ChallengeDelayed {
    int challenge = 0;
    engine::Instant answer_by;
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
                 PlayerWithdrawn, RestChosen, PauseChosen, StartExtended, TournamentStarted,
                 RoundPaired, TableStarted, GameCounted, TableDecided, PlayerForfeited,
                 TableAnnulled, RoundEnded, SeasonBegun, FinalSeeded, PlayersMatched, ChallengeMade,
                 ChallengeAccepted, ChallengeDelayed, TournamentFinished>;

struct TournamentEvent {
    std::int64_t seq = 0;  // gapless from 1
    engine::Instant at;
    TournamentEventData data;
};

// Units as points, for people: "2.5", and "1.67" of 1,400 units of 840 a point.
std::string points_text(int units, int units_a_point);

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
