#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/games/live/call.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// The messages of the live socket (subprotocol tanbo.v1+json).
namespace tanbo::protocol {

inline constexpr std::size_t live_message_bytes_max = 16384;
inline constexpr int live_message_depth_max = 4;
inline constexpr int live_message_values_max = 64;
inline constexpr std::int64_t live_id_max = 9'007'199'254'740'991;  // 2^53 - 1: exact in any client
inline constexpr std::size_t token_bytes_max = 256;

struct Topic {
    enum class Kind : std::uint8_t { game, tournament, lobby, me };
    Kind kind = Kind::lobby;
    GameId game{};
    TournamentId tournament{};

    bool operator==(const Topic&) const = default;
};

// "game:42", "tournament:3", "lobby", "me". The inverse reads only what topic_name writes, for
// numbers from 1.
std::string topic_name(const Topic& topic);
std::optional<Topic> parse_topic(std::string_view name);

// {"op":"subscribe","id":1,"topic":"game:42","after":17}, "unsubscribe" {topic}, "ping",
// "auth" {token}; commands to a {game}: "move" {point, ply}, "join" and "substitute" {seat},
// "propose" {kind, target}, "accept" and "decline" {proposal}, "start", "leave", "swap", "resume".
// `epoch` is the one that what the client knows is of. `after` is for games and tournaments.
// `glance` is for games: it looks at the board alone, without chat, and counted for no watcher.
// `include` is for "me": ["legal"] adds legal moves to each "your-turn".
// Any other op is a call of the REST API (protocol/games/live/calls.hpp).
// Every one may carry an `id`, a whole number from 0, and every command a `seq`, as over REST.
struct LiveRequest {
    enum class Op : std::uint8_t {
        subscribe,
        unsubscribe,
        ping,
        auth,
        // commands to a game
        move,
        join,
        start,
        leave,
        swap,
        propose,
        accept,
        decline,
        resume,
        substitute,
        // an operation of the REST API
        call
    };
    Op op = Op::ping;
    std::optional<std::int64_t> id;  // echoed as "re"
    Topic topic;
    std::optional<std::uint32_t> after;
    std::optional<std::string> epoch;
    bool is_glance = false;
    bool includes_legal = false;
    GameId game{};
    PlayMove move;
    std::optional<engine::Seat> seat;  // wished by join and substitute
    MakeProposal made;                 // by propose
    std::uint32_t proposal = 0;        // that accept and decline answer
    std::optional<std::uint32_t> seq;  // of a command but move
    std::string token;
    LiveCall call;
};

// On an error, `id` is still set if it could be read: the client matches the refusal by it.
struct LiveDecoded {
    std::optional<std::int64_t> id;
    Result<LiveRequest> request;
};
// Errors: malformed_json; invalid_field with its pointer; no_such_topic.
LiveDecoded decode_live_request(std::string_view message);

// {"re":1,"ok":true} with "event" (a command's frame, JSON) if given.
std::string encode_live_ok(std::optional<std::int64_t> id, std::string_view event_frame = {});
// {"re":1,"ok":true,"seq":17,"epoch":"..."}: of subscribe; of a log with its seq.
std::string encode_live_subscribed(std::optional<std::int64_t> id, std::optional<std::uint32_t> seq,
                                   std::string_view epoch);
// {"re":1,"ok":true,"now":instant,"build":"..."}: of ping.
std::string encode_live_pong(std::optional<std::int64_t> id, engine::Instant now,
                             std::string_view build);
// {"re":1,"ok":false,"error":{problem}}
std::string encode_live_error(std::optional<std::int64_t> id, const Error& error, int status);
// {"re":1,"ok":true,"body":{...}}: what REST answers to a call; without a body like encode_live_ok.
std::string encode_live_answer(std::optional<std::int64_t> id, std::string_view body_json);
// {"re":1,"ok":false,"error":{problem}} of a problem document.
std::string encode_live_problem(std::optional<std::int64_t> id, std::string_view problem_json);

// {"topic":"game:42","seq":17,"type":"snapshot","now":instant,"data":<game as GET gives it>}
std::string encode_live_snapshot(GameId game, std::uint32_t seq, engine::Instant now,
                                 std::string_view game_json);

// Lobby and personal notices carry a game's summary:
// {"topic":"lobby","type":"game-opened|game-started|game-finished|game-updated","data":{summary}}
// {"topic":"me","type":"your-turn|game-started|game-finished|invited","data":{summary}}
std::string encode_notice(const Topic& topic, std::string_view type, std::string_view summary_json);

}  // namespace tanbo::protocol
