#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "protocol/notices.hpp"
#include "server/base/async.hpp"
#include "server/base/blocking.hpp"

namespace tanbo::storage {
class Database;
class GroupCommit;
}  // namespace tanbo::storage

namespace tanbo::notice {

inline constexpr int page_default = 50;
inline constexpr int page_max = 200;

// What accounts have been told, and how they want to be told.
//
// Errors of all: storage_unavailable, overloaded, shutting_down, with retry_after_s. Thread: any
// I/O thread.
class Inbox {
public:
    // Requires: all of them outlive the last answer.
    Inbox(storage::Database& database, storage::GroupCommit& writer, base::BlockingPool& readers);

    // A page of notifications, newest first, as encode_notifications. Errors: bad_cursor.
    base::Awaitable<protocol::Result<std::string>> list(std::int64_t account,
                                                        std::optional<std::string> cursor,
                                                        int limit);
    base::Awaitable<protocol::Result<void>> set_mode(std::int64_t account,
                                                     protocol::SetNoticeMode request);
    base::Awaitable<protocol::Result<void>> read(std::int64_t account,
                                                 protocol::ReadNotifications request);

private:
    storage::Database& database_;
    storage::GroupCommit& writer_;
    base::BlockingPool& readers_;
};

}  // namespace tanbo::notice
