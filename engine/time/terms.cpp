#include "engine/time/terms.hpp"

#include <algorithm>

namespace tanbo::engine {

namespace {

using std::chrono::seconds;

constexpr seconds offer_of_live{120};
constexpr seconds offer_of_days{std::chrono::hours{24 * 3}};
constexpr seconds absence_of_live{300};
constexpr seconds absence_of_days{std::chrono::hours{24 * 3}};

std::optional<TermsFault> range_fault(std::string field, seconds value, seconds least) {
    if (value >= least && value <= clock_max) return std::nullopt;
    return TermsFault{std::move(field), "must be from " + std::to_string(least.count()) + " to " +
                                            std::to_string(clock_max.count())};
}

std::optional<TermsFault> fischer_fault(const ClockSettings& clock) {
    if (auto fault = range_fault("initial_s", clock.initial, clock_min)) return fault;
    if (auto fault = range_fault("increment_s", clock.increment, seconds{0})) return fault;
    if (auto fault = range_fault("max_s", clock.maximum, clock_min)) return fault;
    if (clock.maximum < clock.initial) {
        return TermsFault{"max_s", "must be at least initial_s"};
    }
    if (clock.maximum < clock.increment) {
        return TermsFault{"max_s", "must be at least increment_s"};
    }
    return std::nullopt;
}

// Of the durations, for the kind.
std::optional<TermsFault> durations_fault(const ClockSettings& clock) {
    constexpr seconds zero{0};
    const std::string unknown = "is not a field of this kind of clock";
    switch (clock.kind) {
        case ClockKind::fischer:
            return fischer_fault(clock);
        case ClockKind::per_move:
        case ClockKind::total:
        case ClockKind::none:
            break;
    }
    if (clock.increment != zero) return TermsFault{"increment_s", unknown};
    if (clock.maximum != zero) return TermsFault{"max_s", unknown};
    if (clock.kind == ClockKind::none) {
        if (clock.initial != zero) return TermsFault{"initial_s", unknown};
        return std::nullopt;
    }
    return range_fault(clock.kind == ClockKind::per_move ? "per_move_s" : "total_s", clock.initial,
                       clock_min);
}

}  // namespace

bool is_live(const ClockSettings& clock) {
    return clock.kind != ClockKind::none && std::max(clock.initial, clock.increment) < live_below;
}

bool uses_calendars(const ClockSettings& clock) {
    return clock.weekends_off || clock.sleep_off || clock.vacations;
}

std::optional<TermsFault> clock_fault(const ClockSettings& clock) {
    if (auto fault = durations_fault(clock)) return fault;
    if (clock.kind != ClockKind::none && !is_live(clock)) return std::nullopt;
    if (!uses_calendars(clock)) return std::nullopt;
    const std::string field = clock.weekends_off ? "weekends_off"
                              : clock.sleep_off  ? "sleep_off"
                                                 : "vacations";
    return TermsFault{field, "needs a clock of at least an hour"};
}

std::optional<TermsFault> terms_fault(const Terms& terms, int seats) {
    if (auto fault = clock_fault(terms.clock)) {
        return TermsFault{"clock/" + fault->field, fault->what};
    }
    if (terms.swap && seats != 2) return TermsFault{"swap", "is only valid for two players"};
    if (terms.leaver_policy == LeaverPolicy::substitute && seats < 3) {
        return TermsFault{"leaver_policy", "can only be \"substitute\" with three or more players"};
    }
    return std::nullopt;
}

seconds offer_lasts(const ClockSettings& clock) {
    return is_live(clock) ? offer_of_live : offer_of_days;
}

seconds absence_after(const ClockSettings& clock) {
    return is_live(clock) ? absence_of_live : absence_of_days;
}

}  // namespace tanbo::engine
