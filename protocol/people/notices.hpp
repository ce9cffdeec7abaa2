#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/json/notice_modes.hpp"

// Notices to people, and their choice of them.
namespace tanbo::protocol {

// Events of an account. Wire vocabulary, as kebab-case of the enumerators.
enum class NoticeKind : std::uint8_t {
    // of games the account plays in; the data is the game's summary and what else helps
    your_turn,
    invited,  // a seat is kept for the account
    game_started,
    game_finished,
    player_left,  // somebody else
    eliminated,   // the account itself, or another at its table
    proposal,     // somebody else's, to be answered
    proposal_answered,
    undo,
    swapped,
    paused,
    resumed,
    seat_offered,  // somebody's who is gone
    seat_taken_over,
    deadline_warning,
    plan_dropped,
    // of challenges
    challenge,  // to the account
    challenge_accepted,
    challenge_declined,
    challenge_expired,
    // about tournaments of the account
    tournament_round,  // it meets somebody, or rests
    tournament_finished,
    ladder_challenge,  // to the account, or one of its own
    league_season,
    // of chats
    chat_mention,
    // of games the account watches
    watched_move,
    watched_finished,
    // of the account's webhooks
    webhook_disabled,
    webhook_test,  // asked for; goes to one webhook only
};

inline constexpr int notice_kinds = static_cast<int>(NoticeKind::webhook_test) + 1;

std::string_view notice_kind_name(NoticeKind kind);  // "your-turn"
std::optional<NoticeKind> parse_notice_kind(std::string_view name);

// --- told ---

// {"topic":"me","type":"your-turn","number":12,"at":"...","data":{...}}: what is pushed. Without a
// number, which is then null: it is not kept.
std::string encode_my_notice(std::string_view kind, std::optional<std::int64_t> number,
                             engine::Instant at, std::string_view data_json);

// The beginning of such a message. Requires: encode_my_notice made it.
struct MyNoticeHead {
    std::string_view type;  // a part of the message
    std::optional<std::int64_t> number;
};
MyNoticeHead head_of_my_notice(std::string_view message);

// {"lost":0}: of a stream's "ready", how many notices between `after` and the oldest that is kept
// it could not tell.
std::string encode_stream_ready(std::int64_t lost);

// {"type":"your-turn","timestamp":"...","number":12,"data":{...}}: what a webhook is sent.
std::string encode_webhook_body(std::string_view kind, std::int64_t number, engine::Instant at,
                                std::string_view data_json);

// A notice's words about a game besides its summary.
struct GameNotice {
    std::optional<engine::Seat> seat = {};       // whom it is about
    std::optional<std::uint32_t> proposal = {};  // its id
    std::string_view what = {};  // of a proposal: "undo", ...; of a leaving: "time", ...
    std::optional<bool> accepted = {};
    std::optional<engine::Instant> until = {};  // the deadline, the end of an offer
};

// The summary's members, then "seat", "proposal", "what", "accepted" and "until" if they are
// set. Requires: `summary_json` is an object with a member.
std::string encode_game_notice(std::string_view summary_json, const GameNotice& notice);

// A tournament's word to one of its players: of a round (`round` is set), or of the end.
struct TournamentNotice {
    TournamentId tournament{};
    std::string_view name;
    // for a round
    int round = 0;
    bool is_arena = false;  // which has one round
    std::optional<int> table = {};
    std::optional<GameId> game = {};
    std::vector<std::string> opponents = {};
    std::string_view rests = {};  // "bye", "half-bye", "absent"; empty: they play
    // for the end
    std::string_view end = {};  // tournament_end_name
    std::optional<std::string> reason = {};
    std::optional<int> place = {};  // nothing: it was not played
    int players = 0;
    int units = 0;  // of points
    int units_a_point = 2;
};
// {"tournament","name"} with "round",["arena":true,]"table","game","opponents","rests" of a round;
// with "end_reason","reason","place","players","points" of the end.
std::string encode_tournament_notice(const TournamentNotice& notice);

// A ladder's word to one of the two players of a challenge.
struct LadderNotice {
    TournamentId tournament{};
    std::string_view name;
    int challenge = 0;
    std::string_view what = {};  // "asked", "playing", "won", "lost"
    std::string_view why = {};   // decided_name, of one that is over without a game
    std::string opponent;
    std::optional<GameId> game = {};
    std::optional<engine::Instant> until = {};  // of "asked"
    std::optional<int> place = {};              // the account's, of one that is over
};
// {"tournament","name","challenge","what","why","opponents","game","until","place"}
std::string encode_ladder_notice(const LadderNotice& notice);

// A league's word to a player as a season begins, or once all its games are over.
struct LeagueNotice {
    TournamentId tournament{};
    std::string_view name;
    int season = 0;
    std::string_view what = {};     // "began", "ended"
    int division = 0;               // from 1 on, in this season
    int players = 0;                // of the division
    std::string_view moved = {};    // "up", "down", "stays", of one that began; empty: entered
    std::optional<int> place = {};  // of one that ended
    int halves = 0;                 // points of one that ended
};
// {"tournament","name","season","what","division","players","moved","place","points"}
std::string encode_league_notice(const LeagueNotice& notice);

// {"id","kind","by","target"}: a proposal that waits for an answer; `target` if it names one.
std::string encode_open_proposal(std::uint32_t id, std::string_view kind, engine::Seat by,
                                 std::optional<engine::Seat> target);
// The proposal of such a one. Errors: malformed_json, invalid_field.
Result<engine::ProposalKind> decode_open_proposal_kind(std::string_view data);

// --- read ---

struct NotificationView {
    std::int64_t number = 0;
    std::string_view kind;
    std::optional<GameId> game;
    engine::Instant at;
    bool is_read = false;
    std::string_view data;
};

// {"mode","unread","newest","notifications":[{"number","type","game","at","read","data"}],"next"}
std::string encode_notifications(NoticeMode mode, std::int64_t unread, std::int64_t newest,
                                 std::span<const NotificationView> notifications,
                                 const std::optional<std::string>& next_cursor);

struct TurnView {
    std::string_view kind;  // "move", "proposal", "seat", "challenge"
    std::optional<GameSummary> game;
    std::optional<engine::Instant> deadline;
    engine::Instant since;
    std::string data;  // of a proposal or challenge: it, as JSON
};

// {"turns":[{"kind","game","deadline","since"} and "proposal" or "challenge"],"next"}
std::string encode_turns(std::span<const TurnView> turns,
                         const std::optional<std::string>& next_cursor);

struct WatchView {
    std::string game;  // its summary as JSON
    WatchMode mode = WatchMode::end;
    engine::Instant since;
    int watchers = 0;
};

// {"game":summary,"mode","since","watchers"}
std::string encode_watch(const WatchView& watch);
// {"watches":[...],"next"}
std::string encode_watches(std::span<const WatchView> watches,
                           const std::optional<std::string>& next_cursor);

// {"url"}: an address to be followed.
std::string encode_address(std::string_view url);

// --- chosen ---

struct SetNoticeMode {
    NoticeMode mode = NoticeMode::away;
};

struct ReadNotifications {
    std::int64_t up_to = 0;
};

struct SetWatch {
    WatchMode mode = WatchMode::end;
};

// Errors of all: malformed_json; invalid_field with its pointer.
Result<SetNoticeMode> decode_set_notice_mode(std::string_view body);
Result<ReadNotifications> decode_read_notifications(std::string_view body);
Result<SetWatch> decode_set_watch(std::string_view body);

}  // namespace tanbo::protocol
