#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "server/mail/reading_deadline.hpp"

namespace tanbo::mail {

inline constexpr std::size_t html_nesting_max = 400;                        // deeper is left out
inline constexpr std::size_t html_tree_bytes_max = std::size_t{64} << 20U;  // of gumbo's memory

// The text of an HTML body as a person reads it: blocks, rows and breaks are lines, quoted letters
// (blockquote, and what Gmail, Outlook, Thunderbird, Yahoo, Apple and others put below a reply)
// have "> " before each line, a level each. Styles, scripts, what is hidden and pictures are left
// out. Nothing where that takes longer than until `deadline` or more than html_tree_bytes_max: a
// small page can make a tree that grows with its square. Bytes that are no UTF-8 become U+FFFD.
// Source: the mails in tests/server/mail/corpus.
std::optional<std::string> html_text(std::string_view html, ReadingDeadline deadline);

}  // namespace tanbo::mail
