#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/time/instant.hpp"

namespace tanbo::store {

struct DatabaseOptions;

// A node's place among those over one PostgreSQL, on a connection of its own: its sign of life, the
// other nodes, and the duties that one node has at a time.
//
// Throws: StorageError; fenced if another process has taken this one's place; unreachable, after
// which the next call reconnects. Thread: one at a time.
class NodeRows {
public:
    // Takes the node's place. `version` is that of the program. Requires: options name a
    // PostgreSQL, and this node.
    NodeRows(const DatabaseOptions& options, const std::string& version);
    ~NodeRows();
    NodeRows(NodeRows&&) noexcept;
    NodeRows& operator=(NodeRows&&) = delete;

    // It has been seen now, by the database's clock.
    void renew();

    // Takes the free ones of the duties, and yields this node's for `time` from now on. Requires:
    // names of letters.
    std::vector<std::string> take_leases(const std::vector<std::string>& names,
                                         std::chrono::milliseconds time);
    // All that it has.
    void release_leases();
    // The node is not there any more. Requires: it writes nothing from here on.
    void leave();

    // The nodes that have been seen within this time, ascending, and this one.
    std::vector<std::int64_t> alive(std::chrono::milliseconds within);

    engine::Instant database_time();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::store
