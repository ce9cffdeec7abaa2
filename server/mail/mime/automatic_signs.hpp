#pragma once

#include <string_view>

#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/mail.hpp"

namespace tanbo::mail::mime {

// Signs of machines in a header; is_report is the body's to tell.
AutomaticSigns read_automatic_signs(const HeaderBlock& headers);

// Whether a keyword of Precedence is one of mails that no person has just written.
bool is_bulk(std::string_view precedence);

}  // namespace tanbo::mail::mime
