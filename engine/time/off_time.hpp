#pragma once

#include <optional>

#include "engine/time/calendar.hpp"
#include "engine/time/clock.hpp"
#include "engine/time/terms.hpp"

// Which of a player's time counts. Private to the engine.
namespace tanbo::engine {

// A stretch of time that is all of one kind.
struct Stretch {
    Instant from;
    Instant until;
    std::optional<ClockTermKind> off;  // why it does not count; nothing if it does
};

// Splits time into what counts and what does not. If several reasons hold the first of vacation,
// weekend, sleep and downtime is given, so nothing is given back twice.
class OffTime {
public:
    // `calendar` null: no time is off but the downtime, which may be null too. Both are referred
    // to.
    OffTime(const ClockSettings& settings, const Calendar* calendar, const Span* downtime)
        : settings_(settings), calendar_(calendar), downtime_(downtime) {}

    // From `from` on, as far as its kind lasts or a little less, at most up to `until`.
    // Requires: from < until.
    Stretch stretch(Instant from, Instant until) const;

private:
    Stretch by_calendar(Instant from, Instant until) const;
    Stretch by_day(Instant from, Instant until) const;

    const ClockSettings& settings_;
    const Calendar* calendar_;
    const Span* downtime_;
};

}  // namespace tanbo::engine
