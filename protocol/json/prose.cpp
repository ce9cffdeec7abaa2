#include "protocol/json/prose.hpp"

#include "protocol/json/json_writer.hpp"
#include "protocol/json/utf8.hpp"

namespace tanbo::protocol {

namespace {

// The code point of a character of `length` bytes. Requires: it is UTF-8, as parsed JSON is.
char32_t code_point(std::string_view text, std::size_t length) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (length == 1) return byte(0);
    char32_t point = byte(0) & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) point = (point << 6) | (byte(i) & 0x3FU);
    return point;
}

// Controls of Unicode's category Cc, separators of lines, and what overrides the direction of
// writing, by which a text can be made to look like another. Source: Unicode 15, UAX #9.
bool is_refused(char32_t point, Lines lines) {
    if (point == '\n' || point == '\t' || point == '\r') return lines == Lines::one;
    const bool is_control = point < 0x20 || (point >= 0x7F && point < 0xA0);
    const bool is_separator = point == 0x2028 || point == 0x2029;
    const bool is_override =
        (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    return is_control || is_separator || is_override;
}

}  // namespace

std::string read_prose(const JsonReader& in, std::size_t chars_max, Lines lines) {
    const std::string_view text = in.text(0, std::string_view::npos);
    std::size_t chars = 0;
    for (std::string_view rest = text; !rest.empty(); ++chars) {
        const std::size_t length = utf8_length(rest);
        if (is_refused(code_point(rest, length), lines)) {
            in.refuse("must not contain control characters");
            return {};
        }
        rest.remove_prefix(length);
    }
    if (chars > chars_max) {
        in.refuse("must be at most " + std::to_string(chars_max) + " characters long");
        return {};
    }
    return std::string(text);
}

std::string read_statement(const JsonReader& in, std::size_t chars_max) {
    std::string text = read_prose(in, chars_max, Lines::one);
    const bool is_blank = text.find_first_not_of(' ') == std::string::npos;
    if (in.is_sound() && is_blank) {
        in.refuse("must be from 1 to " + std::to_string(chars_max) +
                  " characters long and not only spaces");
    }
    return text;
}

}  // namespace tanbo::protocol
