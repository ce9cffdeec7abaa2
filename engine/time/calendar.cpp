#include "engine/time/calendar.hpp"

#include <algorithm>

namespace tanbo::engine {

namespace {

constexpr std::chrono::minutes day{std::chrono::hours{24}};

bool is_time_of_day(std::chrono::minutes time) {
    return time >= std::chrono::minutes{0} && time < day;
}

std::optional<std::string> offsets_fault(const std::vector<OffsetChange>& offsets) {
    if (offsets.size() > offset_changes_max) {
        return "A zone can have at most " + std::to_string(offset_changes_max) + " offset changes.";
    }
    const auto is_late = [](const OffsetChange& one, const OffsetChange& next) {
        return one.from >= next.from;
    };
    if (std::ranges::adjacent_find(offsets, is_late) != offsets.end()) {
        return "Offset changes must be in ascending order.";
    }
    const auto is_far = [](const OffsetChange& change) { return abs(change.offset) > offset_max; };
    if (std::ranges::any_of(offsets, is_far)) return "An offset must be within 18 hours of UTC.";
    return std::nullopt;
}

std::optional<std::string> vacations_fault(const std::vector<Span>& vacations) {
    if (vacations.size() > vacations_max) {
        return "A calendar can have at most " + std::to_string(vacations_max) + " vacations.";
    }
    for (std::size_t i = 0; i < vacations.size(); ++i) {
        if (vacations[i].from >= vacations[i].until) return "A vacation must end after it begins.";
        if (i > 0 && vacations[i].from < vacations[i - 1].until) {
            return "Vacations must be in ascending order and must not overlap.";
        }
    }
    return std::nullopt;
}

}  // namespace

std::chrono::minutes SleepHours::length() const {
    return until > from ? until - from : until - from + day;
}

bool SleepHours::contains(std::chrono::milliseconds time_of_day) const {
    if (from < until) return from <= time_of_day && time_of_day < until;
    return from <= time_of_day || time_of_day < until;
}

std::chrono::minutes Calendar::offset(Instant at) const {
    if (offsets.empty()) return std::chrono::minutes{0};
    const auto after = std::ranges::upper_bound(offsets, at, {}, &OffsetChange::from);
    return after == offsets.begin() ? after->offset : (after - 1)->offset;
}

std::optional<std::string> calendar_fault(const Calendar& calendar) {
    if (calendar.zone.empty() || calendar.zone.size() > zone_name_bytes_max) {
        return "The time zone name must have 1 to " + std::to_string(zone_name_bytes_max) +
               " bytes.";
    }
    if (calendar.sleep) {
        const SleepHours& sleep = *calendar.sleep;
        if (!is_time_of_day(sleep.from) || !is_time_of_day(sleep.until) ||
            sleep.length() < sleep_min || sleep.length() > sleep_max) {
            return "Sleep must last 1 minute to 10 hours, between two times of day.";
        }
    }
    if (auto fault = offsets_fault(calendar.offsets)) return fault;
    return vacations_fault(calendar.vacations);
}

}  // namespace tanbo::engine
