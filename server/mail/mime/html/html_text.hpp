#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/system/result.hpp>

#include "server/mail/mime/html/page_measure.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/reading_deadline.hpp"

namespace tanbo::mail::mime {

inline constexpr std::size_t html_nesting_max = 400;                        // deeper is left out
inline constexpr std::size_t html_tree_bytes_max = std::size_t{64} << 20U;  // of gumbo's memory

struct HtmlText {
    std::string text;
    bool has_struck_out = false;  // words with a line through them, outside of what is quoted
};

// The text of an HTML body as a person reads it: blocks, rows and breaks are lines, quoted mails
// (blockquote, and what Gmail, Outlook, Thunderbird, Yahoo, Apple and others put below a reply)
// have "> " before each line, a level each. Styles, scripts, pictures, what is hidden and what is
// struck out are left out (computed_style.hpp). Bytes that are no UTF-8 become U+FFFD.
//
// Errors: too_slow; page_too_large, if the page passes the allowance of its mail, or the tree or
// its styles pass their maximum: a small page can make a tree that grows with its square.
// Source: the mails in tests/server/mail/corpus.
boost::system::result<HtmlText, ReadingFault> html_text(std::string_view html,
                                                        const ReadingDeadline& deadline,
                                                        PageAllowance& allowance);
// Of the one page of a mail.
boost::system::result<HtmlText, ReadingFault> html_text(std::string_view html,
                                                        const ReadingDeadline& deadline);

}  // namespace tanbo::mail::mime
