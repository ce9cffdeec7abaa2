#pragma once

#include <cstddef>
#include <string_view>

namespace tanbo::base {

// The bytes of the character that text begins with: 1 to 4, or 0 where it isn't UTF-8 (overlong
// forms, surrogates and what lies past U+10FFFF aren't) or is empty. Source: RFC 3629, 4.
std::size_t utf8_sequence(std::string_view text);

// Whether all of text is UTF-8; the empty text is.
bool is_utf8(std::string_view text);

}  // namespace tanbo::base
