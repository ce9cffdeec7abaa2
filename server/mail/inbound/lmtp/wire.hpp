#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// A message as a pipe gives it, made into one that may travel.
namespace tanbo::mail::inbound {

// Source: RFC 5321, 4.5.3.1.6.
inline constexpr std::size_t wire_line_bytes_max = 998;

// Lines ended by CR LF, the last one too. An LF by itself ends a line, for pipes give nothing else;
// a CR by itself becomes a space: the mail server took it for a part of its line, so nothing behind
// it may become a line, least of all of the header. What is longer than a line may be is folded,
// if possible between characters. A line "From ..." before the header, as mailboxes have it,
// is left out.
std::string wire_message(std::string_view piped);

// Dots doubled if a line begins with one, and the dot that ends it all.
// Requires: message is of wire_message().
std::string stuffed(std::string_view message);

}  // namespace tanbo::mail::inbound
