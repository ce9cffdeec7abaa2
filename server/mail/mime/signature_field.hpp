#pragma once

#include <string_view>

#include "server/mail/mime/mail.hpp"

namespace tanbo::mail::mime {

// The value of a DKIM-Signature field, unfolded. Whatever is not of the form, names a tag twice or
// has no d= or h= yields a field without a domain. Whether the signature holds is the mail server's
// to say. Source: RFC 6376, 3.2 and 3.5.
SignatureField read_signature_field(std::string_view value);

// Whether a signature of that domain can be one by which DMARC vouches for mails from `from`: its
// organisational domain may be the same. The public suffix list is not asked, so that it may be yes
// for domains that have nothing in common but "co.uk". Requires: both in lower case.
bool may_be_aligned(std::string_view domain, std::string_view from);

}  // namespace tanbo::mail::mime
