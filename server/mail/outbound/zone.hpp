#pragma once

#include "server/base/time_zone.hpp"
#include "server/mail/text/game_mail.hpp"
#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::mail::outbound {

// The zone whose time the account's clocks show; UTC where it has chosen none. Requires: `zones`
// outlives what it yields.
text::MailZone zone_of(storage::Reader& reader, storage::AccountId account,
                       const base::TimeZones& zones);

}  // namespace tanbo::mail::outbound
