#pragma once

#include <functional>
#include <string>
#include <variant>

#include "protocol/people/queued_mails.hpp"

namespace tanbo::mail::outbound {

// A mail as SMTP is given it.
struct Outgoing {
    std::string envelope_from;  // b+TOKEN@domain: bounces come back to it
    std::string to;
    std::string bytes;  // lines end with CRLF; no dot-stuffing
};

// The row is done without a mail: the turn is over, the game or the account is gone, ...
struct NotNeeded {
    std::string why;  // "turn-over", "game-gone", "account-gone", "not-to-be-seen", "unreadable"
};

using Composed = std::variant<Outgoing, NotNeeded>;

// Composer::compose, as it is asked by the sender. Throws: store::StorageError. Thread: any that
// may block, several at once.
using Compose = std::function<Composed(const protocol::OutgoingMail&)>;

}  // namespace tanbo::mail::outbound
