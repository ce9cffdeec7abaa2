#include "engine/time/off_time.hpp"

#include <algorithm>

namespace tanbo::engine {

namespace {

using std::chrono::days;

bool is_weekend(std::chrono::sys_days day) {
    const std::chrono::weekday weekday(day);
    return weekday == std::chrono::Saturday || weekday == std::chrono::Sunday;
}

// The first time of day `then` after `now`, from the beginning of the day.
Millis next(std::chrono::minutes then, Millis now) {
    return then > now ? Millis(then) : Millis(then + days{1});
}

Instant until_next_offset(const Calendar& calendar, Instant from, Instant until) {
    const auto change = std::ranges::upper_bound(calendar.offsets, from, {}, &OffsetChange::from);
    return change == calendar.offsets.end() ? until : std::min(until, change->from);
}

}  // namespace

Stretch OffTime::stretch(Instant from, Instant until) const {
    Stretch found{from, until, std::nullopt};
    if (calendar_ != nullptr) found = by_calendar(from, until);
    if (found.off || downtime_ == nullptr) return found;
    if (downtime_->contains(from)) {
        found.off = ClockTermKind::downtime;
        found.until = std::min(found.until, downtime_->until);
    } else if (from < downtime_->from) {
        found.until = std::min(found.until, downtime_->from);
    }
    return found;
}

Stretch OffTime::by_calendar(Instant from, Instant until) const {
    if (!settings_.vacations) return by_day(from, until);
    const auto vacation = std::ranges::upper_bound(calendar_->vacations, from, {}, &Span::until);
    if (vacation == calendar_->vacations.end()) return by_day(from, until);
    if (vacation->contains(from)) {
        return {from, std::min(until, vacation->until), ClockTermKind::vacation};
    }
    return by_day(from, std::min(until, vacation->from));
}

// By the local day, as long as the offset stays what it is: so an hour that is skipped or comes
// twice is asked as the local clock shows it.
Stretch OffTime::by_day(Instant from, Instant until) const {
    const Millis offset = calendar_->offset(from);
    const auto day = std::chrono::floor<days>(from + offset);
    const Instant midnight = Instant(day) - offset;
    const Millis time = from - midnight;
    until = until_next_offset(*calendar_, from, until);
    if (settings_.weekends_off) {
        until = std::min(until, midnight + days{1});
        if (is_weekend(day)) return {from, until, ClockTermKind::weekend};
    }
    if (!settings_.sleep_off || !calendar_->sleep) return {from, until, std::nullopt};
    const SleepHours& sleep = *calendar_->sleep;
    if (sleep.contains(time)) {
        return {from, std::min(until, midnight + next(sleep.until, time)), ClockTermKind::sleep};
    }
    return {from, std::min(until, midnight + next(sleep.from, time)), std::nullopt};
}

}  // namespace tanbo::engine
