#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/time/instant.hpp"

// Deadlines for calendar programs. Source: RFC 5545.
namespace tanbo::protocol {

// The most octets of a line's part, without the line break; longer lines are folded.
inline constexpr std::size_t calendar_line_octets_max = 75;

struct CalendarEntry {
    std::string uid;  // the same for as long as it is the same appointment
    engine::Instant at;
    engine::Instant made;  // when it became known
    std::string title;
    std::string description;
    std::string url;
};

// A calendar of entries without duration that ring `alarm` before.
std::string encode_calendar(std::string_view name, std::span<const CalendarEntry> entries,
                            std::chrono::minutes alarm);

}  // namespace tanbo::protocol
