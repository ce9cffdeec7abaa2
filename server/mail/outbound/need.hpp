#pragma once

#include <string>

#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/game/feed/presence.hpp"

namespace tanbo::store {
class Reader;
}

namespace tanbo::mail::outbound {

// The reason why its reader no longer needs this mail: they have turned it off, they have seen its
// news by now, or their address takes no mail. Empty: they need it. Composer looks at the game.
//
// Throws: store::StorageError.
std::string why_not_needed(store::Reader& reader, const protocol::OutgoingMail& mail,
                           const game::Presence& presence, base::Instant now);

}  // namespace tanbo::mail::outbound
