#include "protocol/records/calendar_text.hpp"

#include <algorithm>
#include <string_view>

#include "protocol/games/events.hpp"
#include "protocol/json/markup.hpp"
#include "protocol/json/utf8.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::string_view line_break = "\r\n";

// The content line, folded between characters. Source: RFC 5545, 3.1.
void add_line(std::string& out, std::string_view line) {
    std::size_t room = calendar_line_octets_max;
    while (line.size() > room) {
        std::size_t cut = room;
        while (cut > 1 && is_utf8_tail(line[cut])) --cut;
        out.append(line.substr(0, cut)).append(line_break).append(" ");
        line.remove_prefix(cut);
        room = calendar_line_octets_max - 1;  // the space counts
    }
    out.append(line).append(line_break);
}

// Leaves out control characters other than the line feed. Source: RFC 5545, 3.3.11, TEXT.
std::string text_value(std::string_view text) {
    std::string plain(text);
    std::erase_if(plain, [](char c) {
        return c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == '\x7F');
    });
    return backslashed(plain, "\\;,", "\\n");
}

// "20260301T120000Z". Source: RFC 5545, 3.3.5, form 2.
std::string utc_of(engine::Instant at) {
    std::string text = format_instant(at).substr(0, 19) + "Z";
    std::erase(text, '-');
    std::erase(text, ':');
    return text;
}

void add_entry(std::string& out, const CalendarEntry& entry, std::chrono::minutes alarm) {
    add_line(out, "BEGIN:VEVENT");
    add_line(out, "UID:" + text_value(entry.uid));
    add_line(out, "DTSTAMP:" + utc_of(entry.made));
    add_line(out, "DTSTART:" + utc_of(entry.at));
    add_line(out, "SUMMARY:" + text_value(entry.title));
    add_line(out, "DESCRIPTION:" + text_value(entry.description));
    add_line(out, "URL:" + entry.url);
    add_line(out, "TRANSP:TRANSPARENT");
    add_line(out, "BEGIN:VALARM");
    add_line(out, "ACTION:DISPLAY");
    add_line(out, "DESCRIPTION:" + text_value(entry.title));
    add_line(out, "TRIGGER:-PT" + std::to_string(alarm.count()) + "M");
    add_line(out, "END:VALARM");
    add_line(out, "END:VEVENT");
}

}  // namespace

std::string encode_calendar(std::string_view name, std::span<const CalendarEntry> entries,
                            std::chrono::minutes alarm) {
    std::string out;
    add_line(out, "BEGIN:VCALENDAR");
    add_line(out, "VERSION:2.0");
    add_line(out, "PRODID:-//tanbo//server//EN");
    add_line(out, "CALSCALE:GREGORIAN");
    add_line(out, "METHOD:PUBLISH");
    add_line(out, "X-WR-CALNAME:" + text_value(name));
    add_line(out, "REFRESH-INTERVAL;VALUE=DURATION:PT15M");
    for (const CalendarEntry& entry : entries) add_entry(out, entry, alarm);
    add_line(out, "END:VCALENDAR");
    return out;
}

}  // namespace tanbo::protocol
