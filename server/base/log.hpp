#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <variant>

// Structured logging to standard error: the name of an event, a constant sentence and fields.
//
//     log::info("game-started", "a game started", {{"game", id}, {"setup", setup}});
namespace tanbo::base::log {

enum class Level : std::uint8_t { trace, debug, info, warn, error, off };
enum class Format : std::uint8_t { human, json };

// "trace", "debug", "info", "warn", "error", "off", or nothing.
std::optional<Level> parse_level(std::string_view name);
// "human", "json", or nothing.
std::optional<Format> parse_format(std::string_view name);

// Replaces level and form; info and human until then. Thread: any.
void configure(Level level, Format format);

// Whether a line of this level would be written. Thread: any.
bool is_enabled(Level level);

// A key (an identifier) and its value; text must outlive the call only.
struct Field {
    using Value = std::variant<std::string_view, std::int64_t, std::uint64_t, double, bool>;

    template <std::convertible_to<std::string_view> T>
    Field(std::string_view k, const T& v) : key(k), value(std::string_view(v)) {}
    Field(std::string_view k, bool v) : key(k), value(v) {}
    Field(std::string_view k, double v) : key(k), value(v) {}
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    Field(std::string_view k, T v) : key(k), value(widened(v)) {}
    template <typename T>
        requires std::is_enum_v<T>
    Field(std::string_view k, T v) : Field(k, static_cast<std::underlying_type_t<T>>(v)) {}

    std::string_view key;
    Value value;

private:
    template <std::integral T>
    static Value widened(T v) {
        if constexpr (std::signed_integral<T>) {
            return Value(static_cast<std::int64_t>(v));
        } else {
            return Value(static_cast<std::uint64_t>(v));
        }
    }
};

// The name that a line is searched for by: kebab-case, and as stable as a code on the wire,
// whatever becomes of the sentence. Anything else does not compile.
struct Event {
    template <std::size_t bytes>
    consteval Event(const char (&literal)[bytes]) : name(literal, bytes - 1) {
        if (!is_kebab_case(name)) throw "an event's name is kebab-case";
    }

    std::string_view name;

private:
    static consteval bool is_kebab_case(std::string_view text) {
        char before = '-';
        for (const char c : text) {
            if (c == '-' ? before == '-' : c < 'a' || c > 'z') return false;
            before = c;
        }
        return before != '-';
    }
};

// Lines that were not read in time: see write. Thread: any.
std::uint64_t dropped_lines();

// One line. Human: `time level event: message key=value`, values with spaces or controls quoted;
// JSON: one object with ts, level, event, msg and the fields. Bytes that aren't UTF-8 come out as
// U+FFFD. Never waits for who reads standard error: what a full pipe does not take is dropped and
// counted. Thread: any.
void write(Level level, Event event, std::string_view message,
           std::initializer_list<Field> fields = {});

// One line of that level. Thread: any.
inline void trace(Event event, std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::trace)) write(Level::trace, event, message, fields);
}
inline void debug(Event event, std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::debug)) write(Level::debug, event, message, fields);
}
inline void info(Event event, std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::info)) write(Level::info, event, message, fields);
}
inline void warn(Event event, std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::warn)) write(Level::warn, event, message, fields);
}
inline void error(Event event, std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::error)) write(Level::error, event, message, fields);
}

}  // namespace tanbo::base::log
