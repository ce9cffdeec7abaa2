#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/clock.hpp"
#include "server/mail/mime/mail.hpp"

// Whether a mail that DMARC vouches for may act for its author. DMARC proves the author, never the
// addressee, the time, or that nothing was put around it: any receiver can send a mail on.
namespace tanbo::mail::inbound {

// A mail acts for so long after the date that it bears.
inline constexpr std::chrono::hours mail_age_max{24 * 7};
// Clocks of writers may be ahead by so much.
inline constexpr std::chrono::hours mail_ahead_max{24};

// Why the mail may not act for its author, in one sentence for a person; nothing if it may.
//
// It must name `recipient` (of the envelope) in To or Cc, have no field twice that is read, and be
// dated within mail_age_max before `arrival`. If a signature is what vouches, every one that
// may be it covers the whole body and From, Subject and Date, and what else decides how the mail is
// read and for whom it is:
// - MIME-Version and Content-Type, unless the mail reads the same without (is_same_untyped);
// - To, unless it covers all others and Message-ID, and SPF says nothing else;
// - To and Cc if the recipient stands in Cc;
// - Content-Transfer-Encoding and Content-Disposition if they matter.
// Without Message-ID the once-only rule goes by Date. If SPF vouches, or the mail has no signature
// that could, no signature is asked for.
//
// Requires: is_from_vouched(mail, authserv_id). Source: RFC 6376, 8.2 and 8.15; RFC 7489, 3.1.
std::optional<std::string> why_not_authority(const mime::Mail& mail, std::string_view recipient,
                                             std::string_view authserv_id, base::Instant arrival);

// True if each signature that could vouch for the mail covers the field, or if there is none.
// Requires: mail.from.
bool is_field_signed(const mime::Mail& mail, std::string_view name);

}  // namespace tanbo::mail::inbound
