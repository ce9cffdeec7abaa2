#include "protocol/people/challenges.hpp"

#include <algorithm>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/page_json.hpp"

namespace tanbo::protocol {

namespace {

// --- reading ---

std::optional<ChallengeOrder> parse_order(std::string_view word) {
    if (word == "given") return ChallengeOrder::given;
    if (word == "random") return ChallengeOrder::random;
    return std::nullopt;
}

RatingBounds read_rating(const JsonReader& in) {
    in.expect_keys({"min", "max"});
    RatingBounds rating;
    if (in.has("min")) rating.min = in.field("min").integer(0, rating_bound_max);
    if (in.has("max")) rating.max = in.field("max").integer(0, rating_bound_max);
    const bool is_empty = rating.min && rating.max && *rating.min > *rating.max;
    if (in.is_sound() && is_empty) in.field("max").refuse("must not be less than min");
    return rating;
}

bool is_kind(const SeatRequest& seat, SeatRequest::Kind kind) {
    return seat.kind == kind;
}

void check_seats(const JsonReader& in, const CreateChallenge& challenge) {
    using Kind = SeatRequest::Kind;
    const auto count = [&](Kind kind) {
        return std::ranges::count_if(challenge.seats,
                                     [kind](const SeatRequest& s) { return is_kind(s, kind); });
    };
    if (count(Kind::me) != 1) in.field("seats").refuse("must contain \"me\" exactly once");
    const bool is_private = challenge.visibility == engine::Visibility::players;
    if (is_private && count(Kind::open) > 1) {
        in.field("seats").refuse("must have at most one open seat in a private game");
    }
    if (is_private && challenge.uses > 1) {
        in.field("uses").refuse("must be 1 if the game is private");
    }
    if (challenge.uses > 1 && count(Kind::handle) > 0) {
        in.field("uses").refuse("must be 1 if a player is named");
    }
}

void read_admission(const JsonReader& in, CreateChallenge& challenge) {
    if (in.has("rating")) challenge.rating = read_rating(in.field("rating"));
    if (in.has("reliability_min")) {
        challenge.reliability_min = in.field("reliability_min").integer(0, 100);
    }
    challenge.guests = !challenge.terms.rated;
    if (in.has("guests")) challenge.guests = in.field("guests").boolean();
    if (in.is_sound() && challenge.guests && challenge.terms.rated) {
        in.field("guests").refuse("must be false if the game is rated");
    }
    if (in.has("bots")) challenge.bots = in.field("bots").boolean();
}

void read_life(const JsonReader& in, CreateChallenge& challenge) {
    if (in.has("uses")) challenge.uses = in.field("uses").integer(1, challenge_uses_max);
    if (!in.has("expires_in")) return;
    challenge.expires_in = std::chrono::seconds(
        in.field("expires_in").integer(challenge_life_min.count(), challenge_life_max.count()));
}

CreateChallenge read_create_challenge(const JsonReader& in) {
    in.expect_keys({"setup", "seats", "order", "visibility", "uses", "rating", "reliability_min",
                    "guests", "bots", "expires_in"},
                   terms_keys());
    CreateChallenge challenge;
    const auto opening = read_setup(in.field("setup"));
    if (!in.is_sound()) return challenge;
    challenge.setup = in.field("setup").text(1, word_bytes_max);
    challenge.seats = in.has("seats") ? read_seat_requests(in.field("seats"), opening->seats())
                                      : default_seat_requests(opening->seats());
    if (in.has("order")) {
        challenge.order = in.field("order").word(parse_order, "\"given\" or \"random\"");
    }
    if (in.has("visibility")) {
        challenge.visibility =
            in.field("visibility").word(parse_visibility, "\"public\" or \"private\"");
    }
    challenge.terms = read_terms(in, opening->seats());
    read_admission(in, challenge);
    read_life(in, challenge);
    if (in.is_sound()) check_seats(in, challenge);
    return challenge;
}

std::string read_reason(const JsonReader& in) {
    const std::string_view reason = in.text(0, decline_reason_bytes_max);
    const bool has_control = std::ranges::any_of(
        reason, [](char character) { return static_cast<unsigned char>(character) < 0x20; });
    if (has_control) in.refuse("must not contain control characters");
    return std::string(reason);
}

// --- writing ---

void write_seat_of(JsonWriter& out, const ChallengeView::Seat& seat) {
    out.begin_object();
    write_seat(out.key("seat"), seat.seat);
    out.key("player").text_or_null(seat.player);
    out.key("state").word(seat.state).end_object();
}

void write_admission(JsonWriter& out, const ChallengeView& challenge) {
    out.key("rating").begin_object();
    out.key("min").number_or_null(challenge.rating.min);
    out.key("max").number_or_null(challenge.rating.max);
    out.end_object().key("reliability_min").number(challenge.reliability_min);
    out.key("guests").boolean(challenge.guests).key("bots").boolean(challenge.bots);
}

void write_challenge(JsonWriter& out, const ChallengeView& challenge) {
    out.begin_object().key("id").id(challenge.id).key("state").word(challenge.state);
    out.key("creator").text(challenge.creator);
    write_setup_id(out.key("setup"), challenge.setup);
    write_extents(out.key("board"), challenge.opening->lattice());
    out.key("seats").begin_array();
    for (const ChallengeView::Seat& seat : challenge.seats) write_seat_of(out, seat);
    out.end_array().key("order").word(challenge.order);
    out.key("visibility").word(visibility_name(challenge.visibility));
    write_terms(out, challenge.terms);
    write_admission(out, challenge);
    out.key("uses").number(challenge.uses).key("uses_left").number(challenge.uses_left);
    if (challenge.invitation) out.key("invitation").text(*challenge.invitation);
    out.key("rematch_of").id_or_null(challenge.rematch_of);
    out.key("game").id_or_null(challenge.game);
    out.key("declined_by").text_or_null(challenge.declined_by);
    out.key("reason").text_or_null(challenge.reason);
    out.key("created_at").word(format_instant(challenge.created_at));
    out.key("expires_at").word(format_instant(challenge.expires_at));
    write_instant(out.key("closed_at"), challenge.closed_at);
    out.end_object();
}

}  // namespace

Result<CreateChallenge> decode_create_challenge(std::string_view body) {
    return decode_document<CreateChallenge>(body, read_create_challenge);
}

Result<AcceptChallenge> decode_accept_challenge(std::string_view body) {
    return decode_optional_request<AcceptChallenge>(body, [](const JsonReader& in) {
        in.expect_keys({"seat", "invitation"});
        AcceptChallenge accept{read_wished_seat(in)};
        if (in.has("invitation")) {
            accept.invitation = in.field("invitation").text(1, invitation_chars);
        }
        return accept;
    });
}

Result<DeclineChallenge> decode_decline_challenge(std::string_view body) {
    return decode_optional_request<DeclineChallenge>(body, [](const JsonReader& in) {
        in.expect_keys({"reason"});
        DeclineChallenge decline;
        if (in.has("reason")) decline.reason = read_reason(in.field("reason"));
        return decline;
    });
}

std::string encode_challenge(const ChallengeView& challenge) {
    JsonWriter out(1024);
    write_challenge(out, challenge);
    return out.take();
}

std::string encode_challenge_page(std::span<const ChallengeView> challenges,
                                  const std::optional<std::string>& next_cursor) {
    return encode_page("challenges", challenges, next_cursor, write_challenge, 1024);
}

std::string encode_challenge_notice(std::string_view type, std::string_view challenge_json) {
    JsonWriter out(64 + challenge_json.size());
    out.begin_object().key("topic").word("lobby").key("type").word(type);
    out.key("data").raw(challenge_json).end_object();
    return out.take();
}

std::string encode_terms(const engine::Terms& terms) {
    JsonWriter out;
    out.begin_object();
    write_terms(out, terms);
    out.end_object();
    return out.take();
}

Result<engine::Terms> decode_terms(std::string_view text) {
    return decode_request<engine::Terms>(text, [](const JsonReader& in) {
        in.expect_keys({}, terms_keys());
        return read_terms(in);
    });
}

}  // namespace tanbo::protocol
