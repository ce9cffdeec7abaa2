#pragma once

#include <cstdint>

#include "engine/time/calendar.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/time_zone.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::account {

// When the account's time does not count: the offsets of its zone from `from` to `until`, its hours
// of sleep and its vacations that end after `from`. UTC and nothing else if there is no such
// account. Throws: store::StorageError.
engine::Calendar calendar_of(store::Reader& reader, protocol::AccountId account, base::Instant from,
                             base::Instant until,
                             const base::TimeZones& zones = base::TimeZones::system());

// As far ahead as the offsets of zones are worth writing down.
inline constexpr std::chrono::hours calendar_reach{24 * 366 * 5};

}  // namespace tanbo::account
