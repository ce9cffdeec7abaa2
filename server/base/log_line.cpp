#include "server/base/log_line.hpp"

#include <cmath>
#include <iterator>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include "protocol/json/utf8.hpp"

namespace tanbo::base::log {
namespace {

// RFC 3339 with milliseconds.
void append_time(std::string& line, Instant at) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
    fmt::format_to(std::back_inserter(line), "{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                   fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                   (at - seconds).count());
}

// One character of a JSON string.
void append_escaped(std::string& line, std::string_view character) {
    const char c = character.front();
    if (c == '"' || c == '\\') {
        line += '\\';
        line += c;
    } else if (c == '\n') {
        line += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
        fmt::format_to(std::back_inserter(line), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
        line += character;
    }
}

void append_quoted(std::string& line, std::string_view text) {
    line += '"';
    while (!text.empty()) {
        const std::size_t length = protocol::utf8_length(text);
        if (length == 0) {
            line += "\xEF\xBF\xBD";
            text.remove_prefix(1);
        } else {
            append_escaped(line, text.substr(0, length));
            text.remove_prefix(length);
        }
    }
    line += '"';
}

bool is_plain(std::string_view text) {
    for (const char c : text) {
        if (c <= ' ' || c >= 0x7F || c == '"' || c == '\\' || c == '=') return false;
    }
    return !text.empty();
}

// JSON knows neither infinity nor NaN.
void append_number(std::string& line, double value) {
    if (std::isfinite(value)) {
        fmt::format_to(std::back_inserter(line), "{}", value);
    } else {
        line += "null";
    }
}

void append_value(std::string& line, const Field::Value& value, bool plain_unquoted) {
    if (const auto* text = std::get_if<std::string_view>(&value)) {
        if (plain_unquoted && is_plain(*text)) {
            line += *text;
        } else {
            append_quoted(line, *text);
        }
    } else if (const auto* number = std::get_if<double>(&value)) {
        append_number(line, *number);
    } else if (const auto* truth = std::get_if<bool>(&value)) {
        line += *truth ? "true" : "false";
    } else if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
        fmt::format_to(std::back_inserter(line), "{}", *natural);
    } else {
        fmt::format_to(std::back_inserter(line), "{}", std::get<std::int64_t>(value));
    }
}

// Messages are constants of ours, but one must not be able to forge a line either.
void append_message(std::string& line, std::string_view message) {
    std::string quoted;
    append_quoted(quoted, message);
    line.append(quoted, 1, quoted.size() - 2);
}

}  // namespace

std::string_view level_name(Level level) {
    switch (level) {
        case Level::trace:
            return "trace";
        case Level::debug:
            return "debug";
        case Level::info:
            return "info";
        case Level::warn:
            return "warn";
        case Level::error:
            return "error";
        case Level::off:
            return "off";
    }
    return "off";
}

std::string human_line(Instant at, Level level, Event event, std::string_view message,
                       std::initializer_list<Field> fields) {
    std::string line;
    append_time(line, at);
    fmt::format_to(std::back_inserter(line), " {:<5} ", level_name(level));
    line += event.name;
    line += ": ";
    append_message(line, message);
    for (const Field& field : fields) {
        line += ' ';
        line += field.key;
        line += '=';
        append_value(line, field.value, true);
    }
    return line;
}

std::string json_line(Instant at, Level level, Event event, std::string_view message,
                      std::initializer_list<Field> fields) {
    std::string line = "{\"ts\":\"";
    append_time(line, at);
    line += "\",\"level\":\"";
    line += level_name(level);
    line += "\",\"event\":\"";
    line += event.name;
    line += "\",\"msg\":";
    append_quoted(line, message);
    for (const Field& field : fields) {
        line += ',';
        append_quoted(line, field.key);
        line += ':';
        append_value(line, field.value, false);
    }
    line += '}';
    return line;
}

}  // namespace tanbo::base::log
