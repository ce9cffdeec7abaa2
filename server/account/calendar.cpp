#include "server/account/calendar.hpp"

#include <algorithm>

#include "server/store/tables/accounts/profiles.hpp"

namespace tanbo::account {
namespace {

// Vacations do not overlap when they are planned; a change of the zone may move them.
void add(std::vector<engine::Span>& spans, const store::Vacation& vacation) {
    engine::Span span{vacation.from_at, vacation.until_at};
    if (!spans.empty()) span.from = std::max(span.from, spans.back().until);
    if (span.from < span.until && spans.size() < engine::vacations_max) spans.push_back(span);
}

}  // namespace

engine::Calendar calendar_of(store::Reader& reader, protocol::AccountId account, base::Instant from,
                             base::Instant until, const base::TimeZones& zones) {
    engine::Calendar calendar;
    const auto profile = store::find_profile(reader, account);
    if (!profile) return calendar;
    calendar.zone = profile->time_zone;
    for (const base::OffsetChange& change : zones.offsets(profile->time_zone, from, until)) {
        if (calendar.offsets.size() == engine::offset_changes_max) break;
        calendar.offsets.push_back({change.from, change.offset});
    }
    if (profile->sleep) {
        calendar.sleep = engine::SleepHours{std::chrono::minutes(profile->sleep->from),
                                            std::chrono::minutes(profile->sleep->until)};
    }
    for (const auto& row : store::vacations_of(reader, account, from)) {
        add(calendar.vacations, row);
    }
    return calendar;
}

}  // namespace tanbo::account
