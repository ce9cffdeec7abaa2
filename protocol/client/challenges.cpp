#include "protocol/client/challenges.hpp"

#include "engine/seat.hpp"
#include "protocol/client/challenge_offer.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/texts_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps challenge_caps{.bytes = 4'194'304, .depth = 16, .values = 262'144};
constexpr std::size_t page_challenges_max = 1000;
constexpr std::size_t told_text_bytes_max = 4096;

std::string told_text(const JsonReader& in) {
    return std::string(in.text(0, told_text_bytes_max));
}

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
    return decode_with<ToldChallenge>(answer, challenge_caps, FirstFault(), read_told_challenge);
}

Result<ChallengePage> decode_challenge_page(std::string_view answer) {
    return decode_with<ChallengePage>(
        answer, challenge_caps, FirstFault(), [](const JsonReader& in) {
            ChallengePage page;
            const JsonReader list = in.field("challenges");
            const std::size_t count = list.elements(0, page_challenges_max);
            page.challenges.reserve(count);
            for (std::size_t i = 0; i < count; ++i) {
                page.challenges.push_back(read_told_challenge(list.element(i)));
            }
            if (const auto next = in.nullable_field("next")) page.next = told_text(*next);
            return page;
        });
}

}  // namespace tanbo::protocol
