#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tanbo::mail::mime {

// The message inside an opaque S/MIME signature, where it lies in the open. Nothing vouches for it:
// the signature isn't checked.
//
// Nothing if the bytes are no SignedData, or carry no content. Lengths may be left open and strings
// be in pieces, as programs write them that don't know the size of a mail beforehand. Cost: linear.
// Source: RFC 5652, 5.1; X.690, 8.1.
std::optional<std::string> signed_content(std::string_view bytes);

}  // namespace tanbo::mail::mime
