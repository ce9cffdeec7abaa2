#pragma once

#include <string>
#include <string_view>

#include "server/mail/mime/body.hpp"

namespace tanbo::mail::mime {

// Whether a body means the same to every reader, whatever Content-Type and MIME-Version say: then
// a signature need not cover these fields.
//
// A plain text does if it has no markup, no parts, no control, no line that format=flowed joins to
// the next, and bytes of one meaning in all common charsets. A plain text with its page does if the
// boundary is the one that the body itself begins and ends with, and both say the same. `written`
// is what was read as the writer's own. Cost: linear.
bool is_same_untyped(const Body& body, std::string_view bytes, std::string_view written);

}  // namespace tanbo::mail::mime
