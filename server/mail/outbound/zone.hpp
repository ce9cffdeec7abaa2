#pragma once

#include "protocol/json/ids.hpp"
#include "server/base/time_zone.hpp"
#include "server/mail/text/game_mail.hpp"

namespace tanbo::store {
class Reader;
}

namespace tanbo::mail::outbound {

// The zone of the account's clocks; UTC if it has chosen none. Requires: `zones` outlives what it
// yields.
text::MailZone zone_of(store::Reader& reader, protocol::AccountId account,
                       const base::TimeZones& zones);

}  // namespace tanbo::mail::outbound
