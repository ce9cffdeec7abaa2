#pragma once

#include <string_view>

#include "server/mail/mime/mail.hpp"

namespace tanbo::mail::mime {

// The value of a DKIM-Signature field, unfolded. Whatever is not of the form, names a tag twice or
// has no d= or h= yields a field without a domain. Whether the signature holds is the mail server's
// to say. Source: RFC 6376, 3.2 and 3.5.
SignatureField read_signature_field(std::string_view value);

// The last two labels of a domain, or all there are: the part that is registered. The public suffix
// list is not asked: it may be "co.uk". Requires: in lower case.
std::string_view organisational_domain(std::string_view domain);

// Whether a signature of that domain can be one by which DMARC vouches for mails from `from`: its
// organisational domain may be the same. Requires: both in lower case.
bool can_be_aligned(std::string_view domain, std::string_view from);

}  // namespace tanbo::mail::mime
