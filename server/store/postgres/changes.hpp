#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "server/store/commit/changes.hpp"

namespace tanbo::store {

class PostgresSession;

// A change is deleted after this. A node that has not read for half of it may miss some.
inline constexpr std::chrono::minutes change_retention{10};

// Makes the table of the changes, if it is not there.
void create_changes(PostgresSession& session);

// Queues a change: it is in the transaction that is open, and its statement goes out with the next
// question. Requires: prepare_changes, once in the session.
void prepare_changes(PostgresSession& session);
void queue_change(PostgresSession& session, std::int64_t node, const Change& change);

// The doorbell: tells listeners that there are changes. It has a transaction of its own, since
// within another it costs most of the throughput (measured: a factor of 3 to 8), and nothing
// depends on it.
void listen_for_changes(PostgresSession& session);
void ring_for_changes(PostgresSession& session);

// Deletes those that are older than change_retention.
void prune_changes(PostgresSession& session);

// A node's view of what the others have committed. Rows are found by the transactions that wrote
// them: reading "after the last id" misses those of a transaction that took its ids early and
// committed late. So everything from the oldest transaction on that was open when the window was
// read last is read again, and what is known of it is left out.
//
// Throws: StorageError. Thread: that of its session.
class ChangeWindow {
public:
    // Begins with what is committed from now on.
    ChangeWindow(PostgresSession& session, std::int64_t node);

    // The changes of other nodes that were committed since, each once, in the order of their rows.
    // Throws: fenced if it was read so long ago that some that it has not seen may be deleted.
    std::vector<Change> read(PostgresSession& session);

    // How long before that the oldest of them was written.
    std::chrono::milliseconds lag() const { return lag_; }

private:
    std::int64_t node_;
    std::int64_t read_at_ = 0;  // by the database's clock
    std::chrono::milliseconds lag_{0};
    std::string from_;                           // an xid8
    std::map<std::int64_t, std::string> known_;  // rows from there on, by id: their transactions
};

}  // namespace tanbo::store
