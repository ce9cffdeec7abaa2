#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "server/store/commit/changes.hpp"

namespace tanbo::store {

struct DatabaseOptions;

// Reads what other nodes have committed, on a connection of its own. Thread: one at a time.
class ChangeReader {
public:
    // Begins with what is committed from now on. Requires: options name a PostgreSQL, and this
    // node. Throws: StorageError.
    explicit ChangeReader(const DatabaseOptions& options);
    ~ChangeReader();
    ChangeReader(ChangeReader&&) noexcept;
    ChangeReader& operator=(ChangeReader&&) = delete;

    // Yields the changes since the last call, each once. Reconnects if the connection was lost, and
    // misses nothing. Throws: StorageError unreachable, and nothing is missed then either; fenced
    // if it was called so long ago that changes may be deleted which it has not read.
    std::vector<Change> read();

    // How long before they were read the oldest of them was written.
    std::chrono::milliseconds lag() const;

    // Waits until another node has rung (true), `wake` can be read from, or the time is over.
    bool wait(int wake, std::chrono::milliseconds within);

    // Tells the other nodes that there is something to read.
    void notify();

    // Deletes changes that no node needs any more.
    void prune();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::store
