#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Bytes of a body to text that can be trusted to be text.
namespace tanbo::mail::mime {

// UTF-8 of bytes in a charset that mail programs use. If it is none of those, is missing or is
// said to be ASCII or UTF-8 and isn't: UTF-8 if the bytes are, otherwise windows-1252. What
// can't be decoded becomes U+FFFD, a byte each; behind 10,000 of them the rest is cut. Cost:
// linear.
std::string decoded_text(std::string_view bytes, std::string_view charset);

// The same text for readers of lines: CR LF, CR and the separators of Unicode are LF, its other
// spaces are spaces, and controls (but LF and tab), directions and what else has no width
// are left out; bytes that are not UTF-8 become U+FFFD. It ends soon after `bytes_max`.
std::string clean_text(std::string_view text, std::size_t bytes_max = std::string_view::npos);

}  // namespace tanbo::mail::mime
