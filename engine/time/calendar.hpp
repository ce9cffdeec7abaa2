#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/time/instant.hpp"

// When a player's time does not count.
namespace tanbo::engine {

inline constexpr std::size_t zone_name_bytes_max = 64;
inline constexpr std::size_t offset_changes_max = 64;
inline constexpr std::size_t vacations_max = 64;
inline constexpr std::chrono::minutes offset_max{std::chrono::hours{18}};
inline constexpr std::chrono::minutes sleep_min{1};
inline constexpr std::chrono::minutes sleep_max{std::chrono::hours{10}};

// From `from` on the local time is UTC plus `offset`.
struct OffsetChange {
    Instant from;
    std::chrono::minutes offset{0};

    bool operator==(const OffsetChange&) const = default;
};

// Hours of the local day, both below 24 h; if `until` comes first the night passes midnight.
struct SleepHours {
    std::chrono::minutes from{0};
    std::chrono::minutes until{0};

    std::chrono::minutes length() const;
    bool contains(std::chrono::milliseconds time_of_day) const;
    bool operator==(const SleepHours&) const = default;
};

// A player's calendar as the log keeps it. The log holds the zone's offsets around the game: what
// was counted never changes with the tables of time zones.
struct Calendar {
    std::string zone = "UTC";           // for people: the offsets decide
    std::vector<OffsetChange> offsets;  // ascending; the first holds before it too; none: UTC
    std::optional<SleepHours> sleep;
    std::vector<Span> vacations;  // ascending, disjoint

    // Local time less UTC at this instant.
    std::chrono::minutes offset(Instant at) const;
    bool operator==(const Calendar&) const = default;
};

// Nothing, or a sentence that says what is out of range or out of order.
std::optional<std::string> calendar_fault(const Calendar& calendar);

}  // namespace tanbo::engine
