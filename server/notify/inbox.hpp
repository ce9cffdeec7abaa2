#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::store {
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::notify {

inline constexpr int page_default = 50;
inline constexpr int page_max = 200;

// The beginning of a stream of notices.
struct StreamStart {
    std::int64_t newest = 0;            // the number of the newest notification; 0: none yet
    std::vector<std::string> messages;  // as encode_my_notice; "ready" is the last
};

inline constexpr int stream_turns_max = 200;

// The account wants to be notified so from now on; games that were silenced are heard again.
// Throws: store::StorageError. Thread: that of the transaction.
void set_mode(store::Transaction& transaction, protocol::AccountId account,
              protocol::NoticeMode mode);

// Notices to accounts, and how they want to be told.
//
// Errors of all: storage_unavailable, overloaded, shutting_down, with retry_after_s. Thread: any
// I/O thread.
class Inbox {
public:
    // Requires: all of them outlive the last answer.
    Inbox(store::Store& store);

    // As Views::place_tag.
    const std::string& place_tag() const { return place_tag_; }

    // A page of notifications, newest first, as encode_notifications. Errors: bad_cursor.
    base::Awaitable<protocol::Result<std::string>> list(protocol::AccountId account,
                                                        std::optional<std::string> cursor,
                                                        int limit);
    // The notifications that are kept with numbers above `after` (nothing: none of them), then a
    // your-turn for each game in which the account is to move (the most urgent stream_turns_max),
    // then "ready" with the number of the newest. `now` dates what has no instant of its own.
    // Errors: bad_parameter if `after` lies beyond the newest.
    base::Awaitable<protocol::Result<StreamStart>> stream_start(protocol::AccountId account,
                                                                std::optional<std::int64_t> after,
                                                                base::Instant now);
    base::Awaitable<protocol::Result<void>> set_mode(protocol::AccountId account,
                                                     protocol::SetNoticeMode request);
    base::Awaitable<protocol::Result<void>> read(protocol::AccountId account,
                                                 protocol::ReadNotifications request);

private:
    store::Store& store_;
    const std::string place_tag_;
};

}  // namespace tanbo::notify
