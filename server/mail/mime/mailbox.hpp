#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/mime/mail.hpp"

// Addresses in header fields.
namespace tanbo::mail::mime {

// The one mailbox of a From field, read strictly: whatever two programs could read differently
// (two addresses, groups, routes, controls, an @ or <> outside of quotes) is nothing, because one
// of the two is the server that vouched for it. The local part is a dot-atom.
// Source: RFC 5322, 3.4; RFC 6532.
std::optional<Mailbox> read_from(std::string_view value);

// The keys of all addresses in a To or Cc field, at most addressees_max; none if the field is
// longer or has more groups than people write. A name that looks like an address is none.
std::vector<std::string> read_addressees(std::string_view value);

// Text of a field with its encoded words decoded: one line, at most `bytes_max`.
// Source: RFC 2047, 2231.
std::string decoded_field(std::string_view value, std::size_t bytes_max);

}  // namespace tanbo::mail::mime
