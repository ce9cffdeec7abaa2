#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tanbo::mail::mime {

inline constexpr std::size_t attribution_lines_max = 5;

// How many of the lines that end with lines[last] are one "On Fri, 20 Nov 2026, X wrote:", wrapped
// or not; 0 if they are none. A line with which the writer ends a thought in a colon is
// none: there must be a verb of a language we know beside a date, an address or a short name, or an
// address beside a date. Source: the mails in tests/server/mail/corpus.
std::size_t attribution_lines(std::span<const std::string_view> lines, std::size_t last);

}  // namespace tanbo::mail::mime
