#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"
#include "server/base/clock.hpp"
#include "server/game/feed/committed.hpp"
#include "server/notify/turn.hpp"

namespace tanbo::store {
class Transaction;
}

namespace tanbo::notify {

// Something that an account is to know.
struct Notice {
    protocol::AccountId account{};
    protocol::NoticeKind kind = protocol::NoticeKind::your_turn;
    std::optional<protocol::GameId> game = {};
    std::string data = "{}";                     // a JSON object
    std::uint32_t seq = 0;                       // of the game, after what happened; 0: not known
    std::uint32_t since_seq = 0;                 // of a watched game: before it
    std::optional<base::Instant> deadline = {};  // of a turn
};

// Stores the notice and what follows from it, mails, pushes and requests of webhooks, and has it
// told to the account's live sockets when the transaction is durable. Requires: the account exists,
// and the game if one is named.
//
// Throws: store::StorageError. Thread: that of the transaction.
void notify(store::Transaction& transaction, base::Instant now, const Notice& notice);

// The same for a turn, which the game tells as well: it is always pushed, but stored, and numbered,
// only if something is sent because of it: a mail, a push or a webhook's request.
void notify_turn(store::Transaction& transaction, base::Instant now, const Turn& turn,
                 protocol::GameId game, std::shared_ptr<const engine::Match> match);

}  // namespace tanbo::notify
