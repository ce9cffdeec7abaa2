#pragma once

#include <string>

#include "protocol/queued_mails.hpp"
#include "server/game/presence.hpp"

namespace tanbo::store {
class Reader;
}

namespace tanbo::mail::outbound {

// Why nobody needs this mail any more, for reasons that are its reader's: he has turned it off, he
// has seen what it says, his address takes no mail. Empty: he does. What the game has to say to it
// Composer knows.
//
// Throws: store::StorageError.
std::string why_not_needed(store::Reader& reader, const protocol::OutgoingMail& mail,
                           const game::Presence& presence);

}  // namespace tanbo::mail::outbound
