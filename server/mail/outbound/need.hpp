#pragma once

#include <string>

#include "protocol/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/game/presence.hpp"

namespace tanbo::store {
class Reader;
}

namespace tanbo::mail::outbound {

// Why nobody needs this mail any more, for reasons that are its reader's: they have turned it off,
// they have seen what it says by now, their address takes no mail. Empty: they do. What the game
// has to say to it Composer knows.
//
// Throws: store::StorageError.
std::string why_not_needed(store::Reader& reader, const protocol::OutgoingMail& mail,
                           const game::Presence& presence, base::Instant now);

}  // namespace tanbo::mail::outbound
