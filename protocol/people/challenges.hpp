#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Challenges: what is asked of players before there is a game.
namespace tanbo::protocol {

inline constexpr std::int64_t challenge_uses_max = 1000;
inline constexpr std::int64_t rating_bound_max = 4000;
inline constexpr std::chrono::seconds challenge_life_min{60};
inline constexpr std::chrono::seconds challenge_life_default{std::chrono::hours{24 * 14}};
inline constexpr std::chrono::seconds challenge_life_max{std::chrono::hours{24 * 90}};
inline constexpr std::size_t decline_reason_bytes_max = 500;
inline constexpr std::size_t invitation_chars = 16;  // of base64url

// Whether the seats are as listed or drawn when the last is taken.
enum class ChallengeOrder : std::uint8_t { given, random };

// Bounds of who may take an open seat; nothing: none.
struct RatingBounds {
    std::optional<std::int64_t> min;
    std::optional<std::int64_t> max;
};

// The creator has exactly one of the seats. A private challenge names all others but one, which it
// may leave open to an invitation; a standing one (uses > 1) leaves all others open; no guest takes
// a seat of a rated one.
struct CreateChallenge {
    std::string setup;
    std::vector<SeatRequest> seats;
    ChallengeOrder order = ChallengeOrder::given;
    engine::Terms terms;
    engine::Visibility visibility = engine::Visibility::everyone;
    RatingBounds rating;
    std::int64_t reliability_min = 0;  // percent
    bool guests = true;
    bool bots = true;
    std::int64_t uses = 1;
    std::chrono::seconds expires_in = challenge_life_default;
};

struct AcceptChallenge {
    // Nothing: the one kept for the player, or the first open.
    std::optional<engine::Seat> seat = {};
    std::optional<std::string> invitation = {};  // the code that opens a private one
};

struct DeclineChallenge {
    std::string reason;
};

// Errors of all: malformed_json; invalid_field with its pointer.
// Errors besides: no_such_setup.
Result<CreateChallenge> decode_create_challenge(std::string_view body);
Result<AcceptChallenge> decode_accept_challenge(std::string_view body);    // an empty body is {}
Result<DeclineChallenge> decode_decline_challenge(std::string_view body);  // an empty body is {}

// One challenge as it stands.
struct ChallengeView {
    struct Seat {
        std::optional<engine::Seat> seat;   // nothing: to be drawn
        std::optional<std::string> player;  // nothing: open
        std::string_view state;             // "me", "open", "asked", "accepted"
    };

    ChallengeId id{};
    std::string_view state;  // "open", "accepted", "declined", "expired", "withdrawn"
    std::string creator;
    std::string setup;  // empty: custom
    std::shared_ptr<const engine::Opening> opening;
    std::vector<Seat> seats;
    std::string_view order;  // "given", "random", "alternate"
    engine::Visibility visibility = engine::Visibility::everyone;
    engine::Terms terms;
    RatingBounds rating;
    std::int64_t reliability_min = 0;
    bool guests = true;
    bool bots = true;
    std::int64_t uses = 1;
    std::int64_t uses_left = 1;
    std::optional<std::string> invitation;  // for its creator only
    std::optional<GameId> rematch_of;
    std::optional<GameId> game;  // the last it led to
    std::optional<std::string> declined_by;
    std::optional<std::string> reason;
    engine::Instant created_at;
    engine::Instant expires_at;
    std::optional<engine::Instant> closed_at;
};

// {"id","state","creator","setup","board","seats":[{"seat","player","state"}],"order",
//  "visibility",<terms>,"rating":{"min","max"},"reliability_min",
//  "guests","bots","uses","uses_left",["invitation",]"rematch_of","game","declined_by","reason","created_at",
//  "expires_at","closed_at"}
std::string encode_challenge(const ChallengeView& challenge);

// {"challenges":[...],"next":cursor}
std::string encode_challenge_page(std::span<const ChallengeView> challenges,
                                  const std::optional<std::string>& next_cursor);

// {"topic":"lobby","type":"challenge-opened","data":<challenge>}, and challenge-closed.
std::string encode_challenge_notice(std::string_view type, std::string_view challenge_json);

// Terms as a text of their own, {"clock", and the options of game_options.hpp}, both directions.
std::string encode_terms(const engine::Terms& terms);
Result<engine::Terms> decode_terms(std::string_view text);

}  // namespace tanbo::protocol
