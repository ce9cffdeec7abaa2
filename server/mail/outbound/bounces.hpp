#pragma once

#include <cstdint>
#include <string>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"

namespace tanbo::store {
class Transaction;
}

namespace tanbo::mail::outbound {

// That a mail of ours did not arrive: what came to its return path.
struct Bounce {
    protocol::MailId mail{};    // its number in the outbox: the subject of the token
    bool is_permanent = false;  // 5.x.x, or unknown if the report says "failed"
    std::string fault = {};     // "5.1.1 No such user", as the report says it
};

enum class BounceEffect : std::uint8_t {
    counted,
    stopped,  // counted, and the address gets no more mail
    repeat,   // one of that mail was counted before
    stale     // no such mail, or its address is no account's any more
};

// Counts a bounce against the address that the mail went to: once a mail, whatever comes after it.
// Who watches a game by mail is forgotten by a permanent one.
//
// Throws: store::StorageError. Thread: that of the transaction.
BounceEffect count_bounce(store::Transaction& transaction, const Bounce& bounce, base::Instant now);

}  // namespace tanbo::mail::outbound
