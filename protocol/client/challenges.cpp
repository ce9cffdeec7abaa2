#include "protocol/client/challenges.hpp"

#include "engine/seat.hpp"
#include "protocol/client/answer_parts.hpp"
#include "protocol/client/challenge_offer.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/texts_json.hpp"

namespace tanbo::protocol {

namespace {

ToldChallenge read_told_challenge(const JsonReader& in) {
    ToldChallenge challenge{
        .offer = read_challenge_offer(in), .state = told_text(in.field("state")), .players = {}};
    const JsonReader seats = in.field("seats");
    const std::size_t count = seats.elements(engine::seats_min, engine::seats_max);
    challenge.players.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const JsonReader seat = seats.element(i);
        const auto player = seat.nullable_field("player");
        challenge.players.push_back(player ? told_text(*player) : "");
    }
    if (const auto game = in.nullable_field("game")) challenge.game = game->id<GameId>();
    if (in.has("invitation")) challenge.invitation = told_text(in.field("invitation"));
    return challenge;
}

}  // namespace

std::string encode_create_invitation(std::string_view setup, std::span<const std::string> seats,
                                     const engine::Terms& terms) {
    JsonWriter out;
    out.begin_object().key("setup").text(setup);
    if (!seats.empty()) write_texts(out.key("seats"), seats);
    out.key("visibility").word(visibility_name(engine::Visibility::players));
    write_terms(out, terms);
    return out.end_object().take();
}

std::string encode_accept_challenge(const AcceptChallenge& accept) {
    JsonWriter out;
    out.begin_object();
    if (accept.seat) out.key("seat").word(engine::seat_name(*accept.seat));
    if (accept.invitation) out.key("invitation").text(*accept.invitation);
    return out.end_object().take();
}

Result<ToldChallenge> decode_told_challenge(std::string_view answer) {
    return decode_with<ToldChallenge>(answer, answer_caps, FirstFault(), read_told_challenge);
}

Result<ChallengePage> decode_challenge_page(std::string_view answer) {
    return decode_with<ChallengePage>(answer, answer_caps, FirstFault(), [](const JsonReader& in) {
        return ChallengePage{told_list(in.field("challenges"), read_told_challenge), told_next(in)};
    });
}

}  // namespace tanbo::protocol
