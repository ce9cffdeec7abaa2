#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tanbo::store {

class PostgresSession;

// Makes the table of the rows below, if it is not there.
void create_writers(PostgresSession& session);

// Fences all holders of the node's rows: they commit nothing from here on.
void end_epochs(PostgresSession& session, std::int64_t node);

// The row of `writers` that belongs to one writing connection. Each of its transactions increments
// the row's number. That settles what became of a COMMIT with a lost answer, also on another server
// that has taken over. Taking the row increments its epoch: a former holder's later writes are
// refused. Asking for the outcome of a transaction decides it: if it isn't committed by then, it
// never will be, however late its COMMIT arrives.
//
// Throws: StorageError; fenced if the row has another holder. Thread: that of its connection.
class WriterRow {
public:
    WriterRow(std::int64_t node, std::int64_t lane) : node_(node), lane_(lane) {}

    // Takes the row.
    void begin_epoch(PostgresSession& session);

    // Whether the row still belongs to this connection.
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
