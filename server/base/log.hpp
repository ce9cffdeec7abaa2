#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <variant>

// Structured logging to standard error: a constant sentence and fields.
//
//     log::info("game started", {{"game", id}, {"setup", setup}});
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

// Lines that nobody read in time: see write. Thread: any.
std::uint64_t dropped_lines();

// One line. Human: `time level message key=value`, values with spaces or controls quoted; JSON: one
// object with ts, level, msg and the fields. Bytes that aren't UTF-8 come out as U+FFFD.
// Never waits for who reads standard error: what a full pipe does not take is dropped and counted.
// Thread: any.
void write(Level level, std::string_view message, std::initializer_list<Field> fields = {});

// One line of that level. Thread: any.
inline void trace(std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::trace)) write(Level::trace, message, fields);
}
inline void debug(std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::debug)) write(Level::debug, message, fields);
}
inline void info(std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::info)) write(Level::info, message, fields);
}
inline void warn(std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::warn)) write(Level::warn, message, fields);
}
inline void error(std::string_view message, std::initializer_list<Field> fields = {}) {
    if (is_enabled(Level::error)) write(Level::error, message, fields);
}

}  // namespace tanbo::base::log
