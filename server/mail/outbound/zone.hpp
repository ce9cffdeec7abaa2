#pragma once

#include "protocol/mail_game.hpp"
#include "server/base/time_zone.hpp"
#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::mail::outbound {

// The zone whose time the account's clocks show; UTC where it has chosen none. Requires: `zones`
// outlives what it yields.
protocol::MailZone zone_of(storage::Reader& reader, storage::AccountId account,
                           const base::TimeZones& zones);

}  // namespace tanbo::mail::outbound
