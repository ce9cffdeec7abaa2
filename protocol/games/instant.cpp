#include <chrono>

#include "protocol/games/events.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::string_view shape = "YYYY-MM-DDTHH:MM:SS.mmmZ";

// Writes `value` with leading zeros over the `width` characters at `position`.
void put(std::string& text, std::size_t position, std::size_t width, int value) {
    for (std::size_t i = width; i > 0; --i) {
        text[position + i - 1] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
}

bool has_shape(std::string_view text) {
    if (text.size() != shape.size()) return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool is_fixed = shape[i] == '-' || shape[i] == ':' || shape[i] == 'T' ||
                              shape[i] == '.' || shape[i] == 'Z';
        if (is_fixed ? text[i] != shape[i] : !is_digit(text[i])) return false;
    }
    return true;
}

// Requires: digits only.
int number_at(std::string_view text, std::size_t position, std::size_t width) {
    int value = 0;
    for (const char digit : text.substr(position, width)) value = value * 10 + (digit - '0');
    return value;
}

Error not_an_instant(std::string_view text) {
    Error error;
    error.code = Code::invalid_field;
    error.detail = quotation(text) + " is not an instant such as 2026-03-01T12:00:00.000Z.";
    return error;
}

}  // namespace

std::string format_instant(engine::Instant at) {
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(at - day);
    std::string text(shape);
    put(text, 0, 4, static_cast<int>(date.year()));
    put(text, 5, 2, static_cast<int>(static_cast<unsigned>(date.month())));
    put(text, 8, 2, static_cast<int>(static_cast<unsigned>(date.day())));
    put(text, 11, 2, static_cast<int>(time.hours().count()));
    put(text, 14, 2, static_cast<int>(time.minutes().count()));
    put(text, 17, 2, static_cast<int>(time.seconds().count()));
    put(text, 20, 3, static_cast<int>(time.subseconds().count()));
    return text;
}

Result<engine::Instant> parse_instant(std::string_view text) {
    if (!has_shape(text)) return not_an_instant(text);
    const std::chrono::year_month_day date(
        std::chrono::year(number_at(text, 0, 4)),
        std::chrono::month(static_cast<unsigned>(number_at(text, 5, 2))),
        std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2))));
    const int hours = number_at(text, 11, 2);
    const int minutes = number_at(text, 14, 2);
    const int seconds = number_at(text, 17, 2);
    if (!date.ok() || hours > 23 || minutes > 59 || seconds > 59) return not_an_instant(text);
    return engine::Instant(std::chrono::sys_days(date)) + std::chrono::hours(hours) +
           std::chrono::minutes(minutes) + std::chrono::seconds(seconds) +
           std::chrono::milliseconds(number_at(text, 20, 3));
}

}  // namespace tanbo::protocol
