#include "server/store/postgres/nodes.hpp"

#include <libpq-fe.h>

#include "server/store/postgres/session.hpp"

namespace tanbo::store {
namespace {

constexpr const char* create_node_table = R"(
CREATE TABLE IF NOT EXISTS nodes (
    node BIGINT PRIMARY KEY,       -- from 1
    epoch BIGINT NOT NULL,         -- how often the row was taken
    version TEXT NOT NULL,         -- of its program
    seen_at TIMESTAMPTZ NOT NULL   -- when it was alive last, or -infinity: it has ended
))";
constexpr const char* count_schema =
    "SELECT count(*) FROM pg_attribute WHERE attrelid = 'nodes'::regclass AND attname = 'schema'";
// The newest migration that its program knows; 0: it is of a version that does not say.
constexpr const char* add_schema = "ALTER TABLE nodes ADD COLUMN schema BIGINT NOT NULL DEFAULT 0";
constexpr const char* create_lease_table = R"(
CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,         -- of a duty
    node BIGINT NOT NULL,          -- whose it is
    epoch BIGINT NOT NULL,         -- that node's, when it took the lease
    until_at TIMESTAMPTZ NOT NULL  -- from then on another node may take it
))";
constexpr const char* upsert_node = R"(
INSERT INTO nodes (node, epoch, version, seen_at) VALUES ($1, 1, $2, clock_timestamp())
ON CONFLICT (node) DO UPDATE SET epoch = nodes.epoch + 1, version = $2, seen_at = clock_timestamp()
RETURNING epoch)";
constexpr const char* upsert_schema = R"(
INSERT INTO nodes (node, epoch, version, seen_at, schema)
VALUES ($1, 0, '', clock_timestamp(), $2)
ON CONFLICT (node) DO UPDATE SET schema = $2, seen_at = clock_timestamp())";
constexpr const char* select_older = R"(
SELECT node, version FROM nodes
WHERE schema < $1 AND node <> $2 AND seen_at > clock_timestamp() - make_interval(secs => $3)
ORDER BY node LIMIT 1)";
constexpr const char* fence_older_writers = R"(
UPDATE writers SET epoch = epoch + 1, number = 0
WHERE node IN (SELECT node FROM nodes WHERE schema < $1))";
constexpr const char* fence_older = "UPDATE nodes SET epoch = epoch + 1 WHERE schema < $1";
constexpr const char* update_seen_at =
    "UPDATE nodes SET seen_at = clock_timestamp() WHERE node = $1 AND epoch = $2 RETURNING 1";
// The row of another is not touched: that one may be renewing it, and be waiting for the standby.
constexpr const char* upsert_leases = R"(
INSERT INTO leases (name, node, epoch, until_at)
SELECT wanted.name, $1, $2, clock_timestamp() + make_interval(secs => $3)
FROM unnest($4::text[]) AS wanted (name)
WHERE NOT EXISTS (SELECT 1 FROM leases WHERE leases.name = wanted.name
    AND until_at >= clock_timestamp() AND NOT (node = $1 AND epoch = $2))
ORDER BY wanted.name
ON CONFLICT (name) DO UPDATE
SET node = excluded.node, epoch = excluded.epoch, until_at = excluded.until_at
WHERE leases.until_at < clock_timestamp()
    OR (leases.node = excluded.node AND leases.epoch = excluded.epoch)
RETURNING name)";
constexpr const char* end_leases = R"(
UPDATE leases SET until_at = clock_timestamp()
WHERE node = $1 AND epoch = $2 AND until_at > clock_timestamp())";
constexpr const char* end_node =
    "UPDATE nodes SET seen_at = '-infinity' WHERE node = $1 AND epoch = $2";
constexpr const char* select_alive = R"(
SELECT node FROM nodes
WHERE seen_at > clock_timestamp() - make_interval(secs => $1) OR node = $2 ORDER BY node)";
constexpr const char* select_time = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

std::string seconds_of(std::chrono::milliseconds time) {
    return std::to_string(std::chrono::duration<double>(time).count());
}

// As PostgreSQL writes an array. Requires: names without commas, quotes and the like.
std::string array_of(const std::vector<std::string>& names) {
    std::string text = "{";
    for (const std::string& name : names) text += (text.size() > 1 ? "," : "") + name;
    return text + "}";
}

}  // namespace

void create_nodes(PostgresSession& session) {
    session.ask(create_node_table);
    if (integer_at(session.ask(count_schema), 0, 0) == 0) session.ask(add_schema);
    session.ask(create_lease_table);
}

void record_schema(PostgresSession& session, std::int64_t node, int schema) {
    ask_with(session, upsert_schema, {std::to_string(node), std::to_string(schema)});
}

void require_no_older_node(PostgresSession& session, int schema, std::int64_t but_for) {
    const PostgresResult older =
        ask_with(session, select_older,
                 {std::to_string(schema), std::to_string(but_for), seconds_of(node_gone_after)});
    if (PQntuples(older.get()) == 0) return;
    throw StorageError(Fault::older_nodes,
                       std::string("The schema was not changed: node ") +
                           PQgetvalue(older.get(), 0, 0) + " has an older version (" +
                           PQgetvalue(older.get(), 0, 1) + ") and ran within the last " +
                           std::to_string(node_gone_after.count()) + " seconds.");
}

void fence_older_nodes(PostgresSession& session, int schema) {
    ask_with(session, fence_older_writers, {std::to_string(schema)});
    ask_with(session, fence_older, {std::to_string(schema)});
}

void NodeRow::begin_epoch(PostgresSession& session, const std::string& version) {
    epoch_ = integer_at(ask_with(session, upsert_node, {std::to_string(node_), version}), 0, 0);
}

void NodeRow::renew(PostgresSession& session) const {
    const PostgresResult rows =
        ask_with(session, update_seen_at, {std::to_string(node_), std::to_string(epoch_)});
    if (PQntuples(rows.get()) == 0) {
        throw StorageError(Fault::fenced, "Another tanbod has replaced this one.");
    }
}

std::vector<std::string> NodeRow::take_leases(PostgresSession& session,
                                              const std::vector<std::string>& names,
                                              std::chrono::milliseconds time) const {
    const PostgresResult rows = ask_with(
        session, upsert_leases,
        {std::to_string(node_), std::to_string(epoch_), seconds_of(time), array_of(names)});
    std::vector<std::string> held;
    held.reserve(static_cast<std::size_t>(PQntuples(rows.get())));
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        held.emplace_back(PQgetvalue(rows.get(), row, 0));
    }
    return held;
}

void NodeRow::release_leases(PostgresSession& session) const {
    ask_with(session, end_leases, {std::to_string(node_), std::to_string(epoch_)});
}

void NodeRow::leave(PostgresSession& session) const {
    ask_with(session, end_node, {std::to_string(node_), std::to_string(epoch_)});
}

std::vector<std::int64_t> NodeRow::alive(PostgresSession& session,
                                         std::chrono::milliseconds within) const {
    const PostgresResult rows =
        ask_with(session, select_alive, {seconds_of(within), std::to_string(node_)});
    std::vector<std::int64_t> nodes;
    nodes.reserve(static_cast<std::size_t>(PQntuples(rows.get())));
    for (int row = 0; row < PQntuples(rows.get()); ++row) nodes.push_back(integer_at(rows, row, 0));
    return nodes;
}

engine::Instant database_time(PostgresSession& session) {
    return engine::instant_of(integer_at(session.ask(select_time), 0, 0));
}

}  // namespace tanbo::store
