#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tanbo::mail {

inline constexpr std::size_t html_nesting_max = 400;  // what lies deeper is left out

// The text of an HTML body as a person reads it: blocks, rows and breaks are lines, quoted letters
// (blockquote, and what Gmail, Outlook, Thunderbird, Yahoo, Apple and others put below a reply)
// have "> " before each line, a level each. Styles, scripts, what is hidden and pictures are left
// out. Any bytes that are UTF-8 do. Cost: linear. Source: the mails in tests/server/mail/corpus.
std::string html_text(std::string_view html);

}  // namespace tanbo::mail
