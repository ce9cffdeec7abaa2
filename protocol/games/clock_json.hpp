#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "engine/time/clock.hpp"
#include "protocol/games/game_options.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"

// Terms, clocks and calendars inside larger documents, both directions. Private to this folder.
// A misfit is reported to the reader.
namespace tanbo::protocol {

// --- terms ---

// {"kind":"none"}, {"kind":"per-move","per_move_s"}, {"kind":"fischer","initial_s","increment_s",
// "max_s"} or {"kind":"total","total_s"}; all but the first with "weekends_off", "sleep_off" and
// "vacations".
void write_clock(JsonWriter& out, const engine::ClockSettings& clock);

// The same, strictly: what the kind does not know is refused. The last three may be left out and
// are false then.
engine::ClockSettings read_clock(const JsonReader& in);

// An option as the value of its member.
void write_option(JsonWriter& out, const GameOption& option, const engine::Terms& terms);

// The member "clock" and those of all options.
void write_terms(JsonWriter& out, const engine::Terms& terms);

// The same members of an object; each may be left out, and is as in engine::Terms then.
engine::Terms read_terms(const JsonReader& in);

// The table of an event that write_terms wrote behind the terms, if it did. A request has none.
inline constexpr std::int64_t event_rounds_max = 10'000;
inline constexpr std::int64_t event_tables_max = 10'000;
std::optional<engine::EventTable> read_event_table(const JsonReader& in);

// As read_terms, and a game with this many seats can have them.
engine::Terms read_terms(const JsonReader& in, int seats);

// --- what a clock shows ---

// The most that is read of a seat's time.
inline constexpr std::int64_t remaining_ms_max =
    1000 * (std::chrono::seconds(engine::clock_max).count() + 1);

// The member "clock":{"remaining_ms":{"black":..},"deadline":instant|null}, if there is one.
void write_figures(JsonWriter& out, const std::optional<engine::ClockFigures>& clock);
std::optional<engine::ClockFigures> read_figures(const JsonReader& in, int seats);

// {"black":259200000,...}, as many seats as there are figures.
void write_remaining(JsonWriter& out, std::span<const engine::Millis> remaining);

// --- calendars ---

// {"zone","offsets":[{"from","offset_min"}],"sleep":{"from":"23:00","until":"07:00"}|null,
//  "vacations":[{"from","until"}]}
void write_calendar(JsonWriter& out, const engine::Calendar& calendar);
engine::Calendar read_calendar(const JsonReader& in);

void write_sleep(JsonWriter& out, const std::optional<engine::SleepHours>& sleep);  // or null
engine::SleepHours read_sleep(const JsonReader& in);

// {"from","until"}; read: the end comes after the beginning.
void write_span(JsonWriter& out, const engine::Span& span);
engine::Span read_span(const JsonReader& in);

void write_instant(JsonWriter& out, const std::optional<engine::Instant>& at);  // or null
engine::Instant read_instant(const JsonReader& in);

}  // namespace tanbo::protocol
