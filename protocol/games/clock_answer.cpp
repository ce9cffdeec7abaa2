#include "protocol/games/clock_answer.hpp"

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

namespace {

void write_term(JsonWriter& out, const engine::ClockTerm& term) {
    out.begin_object().key("kind").word(clock_term_name(term.kind));
    write_instant(out.key("from"), term.from);
    write_instant(out.key("until"), term.until);
    out.key("amount_ms").number(term.amount.count()).key("seq");
    if (term.seq == 0) {
        out.null();
    } else {
        out.number(term.seq);
    }
    out.end_object();
}

void write_explanation(JsonWriter& out, const engine::ClockExplanation& seat,
                       const std::optional<engine::Instant>& flag_at) {
    out.begin_object().key("remaining_ms").number(seat.remaining.count());
    write_instant(out.key("flag_at"), flag_at);
    out.key("terms").begin_array();
    for (const engine::ClockTerm& term : seat.terms) write_term(out, term);
    out.end_array().end_object();
}

}  // namespace

std::string encode_clock(GameId game, const engine::Clock& clock,
                         std::span<const engine::ClockExplanation> explained, engine::Instant now) {
    JsonWriter out(1024);
    out.begin_object().key("game").id(game);
    write_clock(out.key("settings"), clock.settings());
    write_instant(out.key("now"), now);
    write_seat(out.key("running"), clock.running());
    out.key("paused").boolean(clock.is_paused());
    write_instant(out.key("deadline"), clock.deadline());
    out.key("seats").begin_object();
    for (std::size_t i = 0; i < explained.size(); ++i) {
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        const auto flag_at = clock.running() == seat ? clock.deadline() : std::nullopt;
        write_explanation(out.key(engine::seat_name(seat)), explained[i], flag_at);
    }
    out.end_object().end_object();
    return out.take();
}

}  // namespace tanbo::protocol
