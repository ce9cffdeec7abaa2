#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"
#include "server/base/clock.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::notify {

// A notice that was kept.
struct KeptNotice {
    protocol::AccountId account{};
    protocol::NoticeKind kind = protocol::NoticeKind::your_turn;
    std::optional<protocol::GameId> game = {};
    std::uint32_t seq = 0;        // of the game, after it; 0: not known
    std::uint32_t since_seq = 0;  // of a watched game: before it
    std::int64_t number = 0;
    std::string_view data = "{}";
    std::optional<base::Instant> deadline = {};  // of a turn
};

// A way in which notices leave the server. Live sockets are none: they are told of every commit,
// and nothing waits for them. Thread of all: that of the transaction. Throws: store::StorageError.
struct Channel {
    std::string_view name;
    // Whether the account would be sent something because of a notice of this kind.
    bool (*wants)(store::Transaction& transaction, protocol::AccountId account,
                  protocol::NoticeKind kind, const store::NoticeSettings& settings);
    // Queues what the account wants to be sent, as rows of the transaction.
    void (*enqueue)(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                    const store::NoticeSettings& settings);
};

// All of them.
std::span<const Channel> channels();

}  // namespace tanbo::notify
