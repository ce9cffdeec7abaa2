#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tanbo::store {

enum class Fault {
    // The caller may try again.
    busy,  // the queue of the writer is full, or the database is held for too long
    // The database, on another machine, can't be reached, or has ended the connection: nothing of
    // the transaction is stored.
    unreachable,
    // The same during COMMIT: it may be stored or not. Connection::reach() tells.
    unsettled,
    full,  // no room on the disk; reads go on, writes work again when there is room
    // The caller asked for what can't be.
    stale,       // what it was decided on has changed meanwhile: decide again, see Job::run
    constraint,  // a row that the schema refuses (stale if another may have been first)
    // Opening is refused, and the file is as it was.
    locked,            // another process holds the database
    older_nodes,       // running nodes of an older version don't support the migration
    cannot_open,       // no such folder, no permission
    foreign_file,      // not a database of this program
    older_schema,      // of a version from which this program doesn't migrate
    newer_schema,      // written by a newer version of this program
    edited_migration,  // a migration that was applied is not the one this program carries
    migration_failed,  // a migration's SQL is refused
    // The process must stop: the disk does not hold what was written, or may not.
    io,
    corrupt,
    commit_unknown,  // COMMIT failed: whether the batch is durable can't be known
    fenced,          // another process has taken this one's place
    // A mistake in this program.
    misuse,
    // The writer has been stopped.
    stopped,
};

// kebab-case, for logs and metrics.
std::string_view name(Fault fault);

// Whether the process must stop (exit 70) and recover by starting again.
bool is_fatal(Fault fault);

// The exception that every function of this folder throws when it can not do what it says. Thread:
// any.
class StorageError : public std::runtime_error {
public:
    // detail: one sentence for the operator.
    StorageError(Fault fault, const std::string& detail)
        : std::runtime_error(detail), fault_(fault) {}

    Fault fault() const { return fault_; }

private:
    Fault fault_;
};

}  // namespace tanbo::store
