#pragma once

#include <cstddef>
#include <string_view>

// Text in UTF-8: the one place that knows how characters are made of bytes.
namespace tanbo::protocol {

// The bytes of the character that text begins with: 1 to 4, or 0 if it isn't UTF-8 (overlong
// forms, surrogates and what lies past U+10FFFF aren't) or is empty. Source: RFC 3629, 4.
std::size_t utf8_length(std::string_view text);

// The one character that text is. Requires: utf8_length(text) == text.size() > 0.
char32_t utf8_point(std::string_view text);

// Whether all of text is UTF-8; the empty text is.
bool is_utf8(std::string_view text);

// Whether the byte goes on a character that began before it.
inline bool is_utf8_tail(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Counts the characters. Requires: UTF-8; of other text, the bytes that begin one are counted.
std::size_t characters_of(std::string_view text);

// At most `bytes_max` of the text, ending with a whole character. Requires: UTF-8.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes_max);

}  // namespace tanbo::protocol
