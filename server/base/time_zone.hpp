#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/clock.hpp"

namespace tanbo::base {

// A zone's clocks show UTC + offset from then on.
struct OffsetChange {
    Instant from;
    std::chrono::minutes offset{0};
    bool operator==(const OffsetChange&) const = default;
};

// The offset of clocks in a zone at some instant.
struct LocalTime {
    std::chrono::year_month_day day;
    std::chrono::minutes of_day{0};  // since midnight as clocks show it
    std::chrono::minutes offset{0};  // from UTC
    std::string abbreviation;        // "CEST", "UTC", "+0530"
};

inline constexpr std::size_t zone_name_bytes_max = 64;

// The world's time zones, as the system's tz database has them ("Europe/Berlin"); known until 2037.
// If that database is missing there is one zone, UTC, and every other is taken for it.
//
// Thread: any.
class TimeZones {
public:
    // The system's, read at the first call; the log says if it is missing.
    static const TimeZones& system();
    // `is_complete`: the machine has the database.
    explicit TimeZones(bool is_complete) : is_complete_(is_complete) {}

    bool is_complete() const { return is_complete_; }
    // Of the database: "2025b"; "none" if there is none.
    std::string version() const;

    // Whether there is such a zone. Case counts.
    bool has(std::string_view zone) const;

    // The offset at `from` (its instant is `from`), then every change before `until`, ascending.
    // Never empty. Requires: from <= until.
    std::vector<OffsetChange> offsets(std::string_view zone, Instant from, Instant until) const;

    LocalTime local_time(std::string_view zone, Instant at) const;

    // When that local day begins: midnight, or the first instant after it if clocks skip it; the
    // first of two midnights. Requires: day.ok().
    Instant start_of_day(std::string_view zone, std::chrono::year_month_day day) const;

private:
    bool is_complete_;
};

// "Sun 29 Mar 2026, 03:00 CEST".
std::string text_of(const LocalTime& time);

// "2026-03-29", nothing for what is no day of 1970 to 9999.
std::optional<std::chrono::year_month_day> parse_day(std::string_view text);
std::string format_day(std::chrono::year_month_day day);

}  // namespace tanbo::base
