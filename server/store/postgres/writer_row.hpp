#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tanbo::store {

class PostgresSession;

// Makes the table of the rows below, if it is not there.
void create_writers(PostgresSession& session);

// Whoever has rows of the node has them no more: nothing of theirs is committed from here on.
void end_epochs(PostgresSession& session, std::int64_t node);

// The row of `writers` that belongs to one connection that writes. Each of its transactions counts
// the row's number up: that says for certain what became of a COMMIT whose answer was lost, also
// on another server that has taken over. Its epoch is counted up by whoever takes the row: what
// somebody still writes who believes that it is theirs is refused. Asking what became of a
// transaction decides it: one that is not committed by then never will be, however late its COMMIT
// arrives.
//
// Throws: StorageError; fenced if the row is somebody else's. Thread: that of its connection.
class WriterRow {
public:
    WriterRow(std::int64_t node, std::int64_t lane) : node_(node), lane_(lane) {}

    // Takes the row.
    void begin_epoch(PostgresSession& session);

    // Whether nobody has taken it since.
    bool is_ours(PostgresSession& session) const;

    // Queues what goes before the next COMMIT, which no time limit of the session ends.
    void count_up(PostgresSession& session);

    // Whether the transaction that was counted last is committed, and, if there is a synchronous
    // standby, is there too: this commits something itself, which comes after it. If it is not, it
    // can't be from here on. Waits while the transaction is still being committed, but no longer
    // than this.
    bool is_committed(PostgresSession& session, std::chrono::milliseconds within);

private:
    std::string where() const;  // the row, while it is ours

    std::int64_t node_;
    std::int64_t lane_;
    std::int64_t epoch_ = 0;
    std::int64_t number_ = 0;  // of the last transaction
};

}  // namespace tanbo::store
