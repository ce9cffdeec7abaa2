#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/events.hpp"

// Ladders as players see them, as JSON text, and their requests.
namespace tanbo::protocol {

struct ChallengeRequest {
    std::string player;
};
// Errors: malformed_json; invalid_field with its pointer.
Result<ChallengeRequest> decode_challenge_on_ladder(std::string_view body);

struct LadderChallengeView {
    int challenge = 0;
    std::string challenger;
    std::string challenged;
    std::string_view state;  // "offered", "playing", "over"
    engine::Instant made_at;
    engine::Instant answer_by;
    std::optional<engine::Instant> accepted_at = {};
    std::optional<GameId> game = {};
    std::string_view outcome = {};  // "won", "lost", "level", "annulled"; empty: not over
    std::optional<Decided> decided = {};
    std::optional<engine::Instant> decided_at = {};
    std::optional<int> place = {};  // that the challenger took
};
std::string encode_ladder_challenge(const LadderChallengeView& challenge);

struct LadderPlayerView {
    int place = 0;
    int number = 0;
    std::string handle;
    bool is_bot = false;
    std::optional<int> rating = {};
    engine::Instant since;
    int moved = 0;                        // places up in the last days; down: negative
    std::string_view may_challenge = {};  // "possible", or a refusal's code; empty: no viewer on it
};
struct LadderPlaceView {
    engine::Instant at;
    std::optional<int> place = {};  // nothing: left
};
struct LadderYou {
    int place = 0;
    int best = 0;
    int slots_left = 0;
    std::vector<LadderPlaceView> places = {};
};
struct LadderView {
    std::int64_t seq = 0;
    std::vector<LadderPlayerView> players = {};    // from the top to the bottom
    std::vector<LadderChallengeView> open = {};    // in their order
    std::vector<LadderChallengeView> recent = {};  // the latest first
    std::optional<LadderYou> you = {};
};
std::string encode_ladder(const LadderView& ladder);

}  // namespace tanbo::protocol
