#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/games/answers.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"

// The client's writing and reading: the inverse of requests and answers. Reading is lenient if a
// newer server may say more: members that are not known are skipped.
namespace tanbo::protocol {

// Bodies of requests.
// Seats: "me", "open" or a handle, in the order of the setup's. A game without any is for anybody.
std::string encode_create_game(std::string_view setup, const engine::Terms& terms,
                               std::span<const std::string> seats = {});
std::string encode_create_challenge(std::string_view setup, std::span<const std::string> seats,
                                    const engine::Terms& terms);
std::string encode_decline_challenge(std::string_view reason);
std::string encode_post_message(std::string_view text);
std::string encode_join_game(const JoinGame& join);
std::string encode_play_move(const PlayMove& move);
std::string encode_make_proposal(const MakeProposal& proposal);
std::string encode_take_seat(const TakeSeat& request);

// Signs in: a further token for the account.
std::string encode_create_token(std::string_view handle, std::string_view password);

struct Credentials {
    std::string handle;
    std::string token;      // empty if the answer has none (GET /me)
    std::string kind = {};  // "guest", "member", "bot"; of GET /me alone
};

// A challenge that somebody may accept.
struct ChallengeOffer {
    ChallengeId id{};
    std::string creator;
    std::string setup;  // empty for a custom board
    bool is_rated = false;
};

// Something that waits for a player: in a game, or a challenge.
struct WaitingTurn {
    std::string kind;
    std::optional<GameSummary> game;
    std::optional<ChallengeOffer> challenge;
    std::optional<engine::Instant> deadline = {};
};

struct GamePage {
    std::vector<GameSummary> games;
    std::string next;  // the cursor of the next page; empty on the last
};

struct TurnPage {
    std::vector<WaitingTurn> turns;
    std::string next;  // as of GamePage
};

struct Problem {
    std::string code;
    std::string detail;
    std::optional<std::int64_t> retry_after_s{};
};

struct Frame {
    std::string topic;
    engine::Event event;
};

// Errors, all: malformed_json, invalid_field; of decode_frame: invalid_record.
Result<Credentials> decode_credentials(std::string_view answer);
Result<Problem> decode_problem(std::string_view answer);
// Of GET /games/{game}/hint: what to play and why, in sentences.
Result<std::string> decode_hint(std::string_view answer);
Result<GameId> decode_game_id(std::string_view answer);
// Of a summary: id, setup, seats, ply.
Result<GamePage> decode_game_page(std::string_view answer);
Result<TurnPage> decode_turn_page(std::string_view answer);
// Of a page of a room, in its order: newest first.
Result<std::vector<ChatLine>> decode_chat_page(std::string_view answer);
// Of GET /games/{game}/clock: the time of the server's clock.
Result<engine::Instant> decode_clock_now(std::string_view answer);
// `opening` is the game's, null before its first event has come.
Result<Frame> decode_frame(std::string_view frame,
                           const std::shared_ptr<const engine::Opening>& opening);

}  // namespace tanbo::protocol
