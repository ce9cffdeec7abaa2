#include "protocol/games/clock_text.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::ClockKind;
using engine::ClockSettings;
using std::chrono::seconds;

struct Unit {
    char letter;
    std::int64_t length_s;
};

constexpr std::array<Unit, 5> units{
    {{'w', 604'800}, {'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}}};

// "3d", "1h30m": nothing if it is none, or more than any clock has.
std::optional<seconds> read_span(std::string_view text) {
    seconds span{0};
    if (text.empty()) return std::nullopt;
    while (!text.empty()) {
        const std::size_t digits = text.find_first_not_of("0123456789");
        if (digits == text.npos) return std::nullopt;
        const auto count = whole_number(text.substr(0, digits));
        const auto* const unit = std::ranges::find(units, text[digits], &Unit::letter);
        if (!count || unit == units.end() || *count > engine::clock_max.count())
            return std::nullopt;
        span += seconds(*count * unit->length_s);
        text.remove_prefix(digits + 1);
    }
    return span;
}

// "3d/move", "total:30d", "3d+1d/7d".
std::optional<ClockSettings> read_pace(std::string_view text) {
    constexpr std::string_view total = "total";
    ClockSettings clock;
    if (text == "none") return clock;
    std::optional<seconds> initial;
    std::optional<seconds> increment = seconds(0);
    std::optional<seconds> maximum = seconds(0);
    if (text.ends_with("/move")) {
        clock.kind = ClockKind::per_move;
        initial = read_span(text.substr(0, text.size() - 5));
    } else if (text.starts_with(total)) {
        clock.kind = ClockKind::total;
        text.remove_prefix(total.size());
        text.remove_prefix(std::min(text.find_first_not_of(": "), text.size()));
        initial = read_span(text);
    } else {
        clock.kind = ClockKind::fischer;
        const std::size_t slash = text.find('/');
        const std::size_t plus = text.find('+');
        if (plus == text.npos || plus > slash) return std::nullopt;
        initial = read_span(text.substr(0, plus));
        increment = read_span(text.substr(plus + 1, slash == text.npos ? slash : slash - plus - 1));
        maximum = slash == text.npos ? engine::clock_max : read_span(text.substr(slash + 1));
    }
    if (!initial || !increment || !maximum) return std::nullopt;
    clock.initial = *initial;
    clock.increment = *increment;
    clock.maximum = *maximum;
    return clock;
}

bool read_days_off(ClockSettings& clock, std::string_view word) {
    if (word == "weekends" || word == "weekend") return clock.weekends_off = true;
    if (word == "sleep") return clock.sleep_off = true;
    if (word == "vacations" || word == "vacation") return clock.vacations = true;
    return false;
}

}  // namespace

Result<ClockSettings> read_clock(std::string_view text) {
    const std::string folded = lower(text);
    std::string_view rest = folded;
    const std::size_t first = std::min(rest.find(','), rest.size());
    auto clock = read_pace(trimmed(rest.substr(0, first)));
    rest.remove_prefix(first);
    while (clock && !rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find(','), rest.size());
        if (!read_days_off(*clock, trimmed(rest.substr(0, end)))) clock.reset();
        rest.remove_prefix(end);
    }
    if (!clock) {
        return refusal(
            Code::invalid_field,
            "Invalid clock. Examples: none, 3d/move, 3d+1d/7d, 5m+10s, total:30d. Append "
            ",weekends ,sleep or ,vacations to stop it then.");
    }
    if (const auto fault = engine::clock_fault(*clock)) {
        return refusal(Code::invalid_field,
                       "Invalid clock: " + fault->field + " " + fault->what + ".");
    }
    return *clock;
}

}  // namespace tanbo::protocol
