#include "server/base/time_zone.hpp"

#include <algorithm>
#include <array>
#include <date/tz.h>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "server/base/log.hpp"

namespace tanbo::base {
namespace {

using std::chrono::floor;
using std::chrono::minutes;
using std::chrono::seconds;
using SysSeconds = date::sys_seconds;

// Null for what the database does not know.
const date::time_zone* find_zone(std::string_view name) {
    if (name.empty() || name.size() > zone_name_bytes_max) return nullptr;
    try {
        return date::locate_zone(name);
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

date::sys_info info_at(const date::time_zone* zone, SysSeconds at) {
    if (zone != nullptr) return zone->get_info(at);
    date::sys_info info{};
    info.begin = SysSeconds::min();
    info.end = SysSeconds::max();
    info.abbrev = "UTC";
    return info;
}

date::local_seconds midnight_of(std::chrono::year_month_day day) {
    return date::local_seconds(std::chrono::sys_days(day).time_since_epoch());
}

int days_in(int month, int year) {
    const auto last = std::chrono::year(year) / std::chrono::month(static_cast<unsigned>(month)) /
                      std::chrono::last;
    return static_cast<int>(static_cast<unsigned>(std::chrono::year_month_day(last).day()));
}

std::optional<int> digits(std::string_view text) {
    int number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return number;
}

// "2025b", from the first line of the zones' source text; empty if there is none.
std::string version_of(const std::filesystem::path& tzdata) {
    constexpr std::string_view before = "# version ";
    std::ifstream file(tzdata);
    std::string line;
    if (!std::getline(file, line) || !line.starts_with(before)) return {};
    return line.substr(before.size());
}

// Every zone is read when it is first asked for; UTC shows whether there is anything to read.
TimeZones load_time_zones() {
    try {
        const date::time_zone* const utc = date::locate_zone("Etc/UTC");
        utc->get_info(SysSeconds(seconds(0)));
        return TimeZones(true);
    } catch (const std::exception& error) {
        log::warn("time-zones-missing",
                  "no time zone database: treating every zone as UTC; install tzdata",
                  {{"error", error.what()}});
        return TimeZones(false);
    }
}

}  // namespace

const TimeZones& TimeZones::system() {
    static const TimeZones zones = load_time_zones();
    return zones;
}

std::string TimeZones::version() const {
    if (!is_complete_) return "none";
    if (const std::string version = version_of("/usr/share/zoneinfo/tzdata.zi"); !version.empty()) {
        return version;
    }
    // Systems without that file, which is for programs that compile the zones themselves.
    const std::string& version = date::get_tzdb().version;
    return version.empty() ? "of the system" : version;
}

bool TimeZones::has(std::string_view zone) const {
    if (zone == "UTC") return true;
    return is_complete_ && find_zone(zone) != nullptr;
}

std::vector<OffsetChange> TimeZones::offsets(std::string_view zone, Instant from,
                                             Instant until) const {
    const date::time_zone* const known = is_complete_ ? find_zone(zone) : nullptr;
    std::vector<OffsetChange> changes;
    date::sys_info info = info_at(known, floor<seconds>(from));
    changes.push_back({from, floor<minutes>(info.offset)});
    // Compared in seconds: the end of the last offset is too far away for milliseconds.
    while (info.end < floor<seconds>(until)) {
        const SysSeconds change = info.end;
        info = info_at(known, change);
        const minutes offset = floor<minutes>(info.offset);
        if (offset != changes.back().offset) changes.push_back({Instant(change), offset});
    }
    return changes;
}

LocalTime TimeZones::local_time(std::string_view zone, Instant at) const {
    const date::time_zone* const known = is_complete_ ? find_zone(zone) : nullptr;
    const SysSeconds then = floor<seconds>(at);
    const date::sys_info info = info_at(known, then);
    const minutes offset = floor<minutes>(info.offset);
    const auto shown = then + offset;
    const auto day = floor<std::chrono::days>(shown);
    return {std::chrono::year_month_day(day), floor<minutes>(shown - day), offset, info.abbrev};
}

Instant TimeZones::start_of_day(std::string_view zone, std::chrono::year_month_day day) const {
    const date::time_zone* const known = is_complete_ ? find_zone(zone) : nullptr;
    const date::local_seconds midnight = midnight_of(day);
    if (known == nullptr) return Instant(midnight.time_since_epoch());
    const date::local_info info = known->get_info(midnight);
    if (info.result == date::local_info::nonexistent) return Instant(info.first.end);
    return Instant(midnight.time_since_epoch() - info.first.offset);
}

std::string text_of(const LocalTime& time) {
    constexpr std::array names = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::array weekdays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    const std::chrono::weekday weekday{std::chrono::sys_days(time.day)};
    return fmt::format("{} {} {} {}, {:02}:{:02} {}", weekdays[weekday.c_encoding()],
                       static_cast<unsigned>(time.day.day()),
                       names[static_cast<unsigned>(time.day.month()) - 1],
                       static_cast<int>(time.day.year()), time.of_day.count() / 60,
                       time.of_day.count() % 60, time.abbreviation);
}

std::optional<std::chrono::year_month_day> parse_day(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto year = digits(text.substr(0, 4));
    const auto month = digits(text.substr(5, 2));
    const auto day = digits(text.substr(8, 2));
    if (!year || !month || !day || *year < 1970 || *month < 1 || *month > 12) return std::nullopt;
    if (*day < 1 || *day > days_in(*month, *year)) return std::nullopt;
    return std::chrono::year_month_day(std::chrono::year(*year),
                                       std::chrono::month(static_cast<unsigned>(*month)),
                                       std::chrono::day(static_cast<unsigned>(*day)));
}

std::string format_day(std::chrono::year_month_day day) {
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                       static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

}  // namespace tanbo::base
