#include "protocol/games/clock_json.hpp"

#include <limits>
#include <string>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

namespace {

using engine::ClockKind;
using engine::ClockSettings;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::int64_t seconds_max = engine::clock_max.count();

seconds read_seconds(const JsonReader& in, std::int64_t least) {
    return seconds(in.integer(least, seconds_max));
}

bool read_flag(const JsonReader& in, std::string_view key) {
    return in.has(key) && in.field(key).boolean();
}

void read_durations(const JsonReader& in, ClockSettings& clock) {
    switch (clock.kind) {
        case ClockKind::none:
            in.expect_keys({"kind"});
            return;
        case ClockKind::per_move:
            in.expect_keys({"kind", "per_move_s", "weekends_off", "sleep_off", "vacations"});
            clock.initial = read_seconds(in.field("per_move_s"), 1);
            return;
        case ClockKind::fischer:
            in.expect_keys({"kind", "initial_s", "increment_s", "max_s", "weekends_off",
                            "sleep_off", "vacations"});
            clock.initial = read_seconds(in.field("initial_s"), 1);
            clock.increment = read_seconds(in.field("increment_s"), 0);
            clock.maximum = read_seconds(in.field("max_s"), 1);
            return;
        case ClockKind::total:
            in.expect_keys({"kind", "total_s", "weekends_off", "sleep_off", "vacations"});
            clock.initial = read_seconds(in.field("total_s"), 1);
            return;
    }
}

// Refuses the value that a fault names, if it is there to be named.
void refuse(const JsonReader& in, std::string_view field, std::string_view what) {
    if (!in.is_sound()) return;
    if (in.has(field)) {
        in.field(field).refuse(what);
    } else {
        in.refuse(std::string(field).append(" ").append(what));
    }
}

std::string time_text(minutes time) {
    const auto two = [](std::int64_t number) {
        return std::string(number < 10 ? "0" : "") + std::to_string(number);
    };
    return two(time / minutes(60)) + ":" + two(time.count() % 60);
}

minutes read_time(const JsonReader& in) {
    const std::string_view text = in.text(5, 5);
    const auto digit = [&](std::size_t index) { return static_cast<int>(text[index]) - '0'; };
    const auto is_digit = [&](std::size_t index) { return digit(index) >= 0 && digit(index) <= 9; };
    if (text.size() == 5 && text[2] == ':' && is_digit(0) && is_digit(1) && is_digit(3) &&
        is_digit(4)) {
        const int hour = digit(0) * 10 + digit(1);
        const int minute = digit(3) * 10 + digit(4);
        if (hour < 24 && minute < 60) return minutes(hour * 60 + minute);
    }
    in.refuse("must be a time of day such as \"23:00\"");
    return minutes(0);
}

std::size_t read_option(const JsonReader& in, const GameOption& option) {
    if (option.is_flag()) return in.boolean() ? 1 : 0;
    const auto parse = [&](std::string_view word) { return option_value(option, word); };
    return in.word(parse, option_choice(option));
}

}  // namespace

void write_clock(JsonWriter& out, const ClockSettings& clock) {
    out.begin_object().key("kind").word(clock_kind_name(clock.kind));
    switch (clock.kind) {
        case ClockKind::none:
            out.end_object();
            return;
        case ClockKind::per_move:
            out.key("per_move_s").number(clock.initial.count());
            break;
        case ClockKind::fischer:
            out.key("initial_s").number(clock.initial.count());
            out.key("increment_s").number(clock.increment.count());
            out.key("max_s").number(clock.maximum.count());
            break;
        case ClockKind::total:
            out.key("total_s").number(clock.initial.count());
            break;
    }
    out.key("weekends_off").boolean(clock.weekends_off);
    out.key("sleep_off").boolean(clock.sleep_off);
    out.key("vacations").boolean(clock.vacations).end_object();
}

ClockSettings read_clock(const JsonReader& in) {
    ClockSettings clock;
    if (!in.expect_object()) return clock;
    clock.kind =
        in.field("kind").word(parse_clock_kind, R"("none", "per-move", "fischer" or "total")");
    if (!in.is_sound()) return clock;
    read_durations(in, clock);
    clock.weekends_off = read_flag(in, "weekends_off");
    clock.sleep_off = read_flag(in, "sleep_off");
    clock.vacations = read_flag(in, "vacations");
    if (!in.is_sound()) return clock;
    if (const auto fault = engine::clock_fault(clock)) refuse(in, fault->field, fault->what);
    return clock;
}

void write_option(JsonWriter& out, const GameOption& option, const engine::Terms& terms) {
    const std::size_t value = option.value(terms);
    if (option.is_flag()) {
        out.boolean(value != 0);
    } else {
        out.word(option.words[value]);
    }
}

void write_terms(JsonWriter& out, const engine::Terms& terms) {
    write_clock(out.key("clock"), terms.clock);
    for (const GameOption& option : game_options()) {
        write_option(out.key(option.key), option, terms);
    }
    if (!terms.event) return;
    const engine::EventTable& event = *terms.event;
    out.key("tournament").number(event.tournament).key("round").number(event.round);
    out.key("table").number(event.table).key("game_of_table").number(event.number);
    out.key("terms").begin_object().key("undo").boolean(event.undo);
    out.key("pause").boolean(event.pause).key("vacation").boolean(terms.clock.vacations);
    out.end_object();
}

std::optional<engine::EventTable> read_event_table(const JsonReader& in) {
    if (!in.has("tournament")) return std::nullopt;
    engine::EventTable event;
    event.tournament = in.field("tournament").integer(1, std::numeric_limits<std::int64_t>::max());
    event.round = static_cast<int>(in.field("round").integer(1, event_rounds_max));
    event.table = static_cast<int>(in.field("table").integer(1, event_tables_max));
    event.number = static_cast<int>(in.field("game_of_table").integer(1, event_tables_max));
    const JsonReader terms = in.field("terms");
    terms.expect_keys({"undo", "pause", "vacation"});
    event.undo = terms.field("undo").boolean();
    event.pause = terms.field("pause").boolean();
    return event;
}

engine::Terms read_terms(const JsonReader& in) {
    engine::Terms terms;
    if (in.has("clock")) terms.clock = read_clock(in.field("clock"));
    for (const GameOption& option : game_options()) {
        if (in.has(option.key)) option.set(terms, read_option(in.field(option.key), option));
    }
    return terms;
}

engine::Terms read_terms(const JsonReader& in, int seats) {
    const engine::Terms terms = read_terms(in);
    if (!in.is_sound()) return terms;
    if (const auto fault = engine::terms_fault(terms, seats)) refuse(in, fault->field, fault->what);
    return terms;
}

void write_remaining(JsonWriter& out, std::span<const engine::Millis> remaining) {
    out.begin_object();
    for (std::size_t i = 0; i < remaining.size(); ++i) {
        out.key(engine::seat_name(engine::seat_at(static_cast<int>(i))));
        out.number(remaining[i].count());
    }
    out.end_object();
}

void write_figures(JsonWriter& out, const std::optional<engine::ClockFigures>& clock) {
    if (!clock) return;
    out.key("clock").begin_object();
    write_remaining(out.key("remaining_ms"), clock->remaining);
    write_instant(out.key("deadline"), clock->deadline);
    out.end_object();
}

std::optional<engine::ClockFigures> read_figures(const JsonReader& in, int seats) {
    if (!in.has("clock")) return std::nullopt;
    const JsonReader clock = in.field("clock");
    clock.expect_keys({"remaining_ms", "deadline"});
    engine::ClockFigures figures;
    const JsonReader remaining = clock.field("remaining_ms");
    if (remaining.seat_members() != seats) remaining.refuse("must have a member for each seat");
    for (int i = 0; i < seats && in.is_sound(); ++i) {
        const JsonReader one = remaining.field(engine::seat_name(engine::seat_at(i)));
        figures.remaining.emplace_back(one.integer(0, remaining_ms_max));
    }
    if (const auto deadline = clock.nullable_field("deadline"))
        figures.deadline = read_instant(*deadline);
    return figures;
}

void write_sleep(JsonWriter& out, const std::optional<engine::SleepHours>& sleep) {
    if (!sleep) {
        out.null();
        return;
    }
    out.begin_object().key("from").word(time_text(sleep->from));
    out.key("until").word(time_text(sleep->until)).end_object();
}

engine::SleepHours read_sleep(const JsonReader& in) {
    in.expect_keys({"from", "until"});
    return {read_time(in.field("from")), read_time(in.field("until"))};
}

void write_span(JsonWriter& out, const engine::Span& span) {
    out.begin_object();
    write_instant(out.key("from"), span.from);
    write_instant(out.key("until"), span.until);
    out.end_object();
}

engine::Span read_span(const JsonReader& in) {
    in.expect_keys({"from", "until"});
    const engine::Span span{read_instant(in.field("from")), read_instant(in.field("until"))};
    if (in.is_sound() && span.until <= span.from)
        in.field("until").refuse("must be later than \"from\"");
    return span;
}

void write_calendar(JsonWriter& out, const engine::Calendar& calendar) {
    out.begin_object().key("zone").text(calendar.zone).key("offsets").begin_array();
    for (const engine::OffsetChange& change : calendar.offsets) {
        write_instant(out.begin_object().key("from"), change.from);
        out.key("offset_min").number(change.offset.count()).end_object();
    }
    out.end_array();
    write_sleep(out.key("sleep"), calendar.sleep);
    out.key("vacations").begin_array();
    for (const engine::Span& vacation : calendar.vacations) write_span(out, vacation);
    out.end_array().end_object();
}

engine::Calendar read_calendar(const JsonReader& in) {
    in.expect_keys({"zone", "offsets", "sleep", "vacations"});
    engine::Calendar calendar;
    calendar.zone = in.field("zone").text(1, engine::zone_name_bytes_max);
    const JsonReader offsets = in.field("offsets");
    calendar.offsets.resize(offsets.elements(0, engine::offset_changes_max));
    for (std::size_t i = 0; i < calendar.offsets.size(); ++i) {
        const JsonReader change = offsets.element(i);
        change.expect_keys({"from", "offset_min"});
        constexpr std::int64_t most = engine::offset_max.count();
        calendar.offsets[i] = {read_instant(change.field("from")),
                               minutes(change.field("offset_min").integer(-most, most))};
    }
    if (const auto sleep = in.nullable_field("sleep")) calendar.sleep = read_sleep(*sleep);
    const JsonReader vacations = in.field("vacations");
    calendar.vacations.resize(vacations.elements(0, engine::vacations_max));
    for (std::size_t i = 0; i < calendar.vacations.size(); ++i) {
        calendar.vacations[i] = read_span(vacations.element(i));
    }
    if (!in.is_sound()) return calendar;
    if (const auto fault = engine::calendar_fault(calendar)) in.refuse("is not valid: " + *fault);
    return calendar;
}

void write_instant(JsonWriter& out, const std::optional<engine::Instant>& at) {
    if (at) {
        out.word(format_instant(*at));
    } else {
        out.null();
    }
}

engine::Instant read_instant(const JsonReader& in) {
    const std::string_view text = in.text(1, word_bytes_max);
    if (!in.is_sound()) return {};
    const auto at = parse_instant(text);
    if (!at) in.refuse("must be an instant such as 2026-03-01T12:00:00.000Z");
    return at.has_value() ? *at : engine::Instant();
}

}  // namespace tanbo::protocol
