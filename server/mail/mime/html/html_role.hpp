#pragma once

#include <cstdint>
#include <gumbo.h>

namespace tanbo::mail::mime {

// The role of an element for the reader of a reply.
enum class HtmlRole : std::uint8_t {
    content,
    left_out,        // no text, or put there by the mail program: signatures, "X wrote:"
    quote,           // what it holds is somebody else's
    quote_from_here  // and so is all that follows it
};

// By tag, class, id, name and style; what is hidden is for computed_style.hpp to tell. Source: what
// the mail programs in tests/server/mail/corpus write.
HtmlRole html_role(const GumboElement& element);

// Whether it begins and ends a line.
bool is_block(GumboTag tag);

}  // namespace tanbo::mail::mime
