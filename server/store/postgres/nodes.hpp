#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/time/instant.hpp"

namespace tanbo::store {

class PostgresSession;

// Makes the tables of the nodes and of their leases, if they are not there.
void create_nodes(PostgresSession& session);

// A node that has not been seen for so long is no longer there for who changes the schema.
inline constexpr std::chrono::seconds node_gone_after{30};

// Which schema a node's program knows, from when on it may be there.
void record_schema(PostgresSession& session, std::int64_t node, int schema);

// Requires that every node but one supports this schema. Throws: older_nodes.
void require_no_older_node(PostgresSession& session, int schema, std::int64_t but_for);

// Fences nodes that don't know this schema: they commit nothing any more, and end.
void fence_older_nodes(PostgresSession& session, int schema);

// A node's row of `nodes`, which says that it is alive, and what it holds of `leases`: duties that
// one node has at a time. Whatever has a time has the database's, so no node's clock matters.
//
// Throws: StorageError; fenced if another process has taken the row. Thread: that of the
// session.
class NodeRow {
public:
    explicit NodeRow(std::int64_t node) : node_(node) {}

    // Takes the row and fences its former holder. `version` is that of the program.
    void begin_epoch(PostgresSession& session, const std::string& version);

    // The node has been seen now.
    void renew(PostgresSession& session) const;

    // Those of the leases that are this node's for `time` from now on: they have been, were given
    // back, or their time is over. All of it is one statement, and so one commit.
    std::vector<std::string> take_leases(PostgresSession& session,
                                         const std::vector<std::string>& names,
                                         std::chrono::milliseconds time) const;
    void release_leases(PostgresSession& session) const;
    // The node is not there any more. Requires: it writes nothing from here on.
    void leave(PostgresSession& session) const;

    // The nodes that have been seen within this time, ascending, and this one.
    std::vector<std::int64_t> alive(PostgresSession& session,
                                    std::chrono::milliseconds within) const;

private:
    std::int64_t node_;
    std::int64_t epoch_ = 0;
};

// The time by the database's clock.
engine::Instant database_time(PostgresSession& session);

}  // namespace tanbo::store
