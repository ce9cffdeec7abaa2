#pragma once

#include <string>
#include <vector>

#include "server/base/threads/io_threads.hpp"
#include "server/game/feed/feed.hpp"
#include "server/store/commit/announcements.hpp"

namespace tanbo::notify {

// The message, as it is sent, of an announcement to followers of the account or the lobby. Empty
// for what concerns no connection.
std::string encode_push(const store::Announcement& announcement);

// Brings what accounts are told to their live sockets: the announce hook of the writer.
//
// Thread: the writer thread. Requires: threads and feeds outlive the writer's stop().
class Pushes {
public:
    // feeds[i] belongs to I/O thread i.
    Pushes(base::IoThreads& io, std::vector<game::Feed*> feeds);

    void deliver(const std::vector<store::Announcement>& announcements) const;

private:
    base::IoThreads& io_;
    std::vector<game::Feed*> feeds_;
};

}  // namespace tanbo::notify
