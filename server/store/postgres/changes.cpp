#include "server/store/postgres/changes.hpp"

#include <algorithm>
#include <libpq-fe.h>
#include <utility>

#include "server/store/postgres/session.hpp"

namespace tanbo::store {
namespace {

constexpr const char* count_index = "SELECT count(to_regclass('changes_by_transaction'))";
constexpr const char* create_table = R"(
CREATE TABLE IF NOT EXISTS changes (
    row BIGINT GENERATED ALWAYS AS IDENTITY,
    txid XID8 NOT NULL DEFAULT pg_current_xact_id(), -- of the transaction that wrote it
    written_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    node BIGINT NOT NULL,   -- whose it is, and who need not read it
    kind TEXT NOT NULL,     -- what has changed
    id BIGINT NOT NULL,     -- of the game or the account
    number BIGINT NOT NULL, -- the event's seq, or under which a notification is kept
    at BIGINT NOT NULL,     -- an instant
    name TEXT NOT NULL,     -- a kind of notification, a type of the lobby's, a token's hash
    data TEXT NOT NULL      -- a JSON object
))";
constexpr const char* create_index = "CREATE INDEX changes_by_transaction ON changes (txid)";
constexpr const char* insert_change =
    "INSERT INTO changes (node, kind, id, number, at, name, data)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)";
constexpr const char* insert_name = "tell_others";
constexpr const char* listen = "LISTEN tanbo_changes";
constexpr const char* ring = "NOTIFY tanbo_changes";
constexpr const char* delete_old =
    "DELETE FROM changes WHERE written_at < now() - make_interval(secs => $1::bigint)";
constexpr const char* select_now =
    "SELECT pg_snapshot_xmin(pg_current_snapshot())::text,"
    " (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
// One statement has one snapshot: what it does not see is of a transaction from xmin on.
constexpr const char* select_window = R"(
SELECT pg_snapshot_xmin(pg_current_snapshot())::text, row, txid::text, kind, id, number, at, name,
       data, (extract(epoch FROM written_at) * 1000)::bigint,
       (extract(epoch FROM clock_timestamp()) * 1000)::bigint
FROM (VALUES (1)) AS one LEFT JOIN changes ON txid >= $1::xid8 AND node <> $2
ORDER BY row)";

// An xid8 as text: of two that are as long the order is that of their digits.
bool is_before(const std::string& one, const std::string& other) {
    return one.size() != other.size() ? one.size() < other.size() : one < other;
}

}  // namespace

void create_changes(PostgresSession& session) {
    if (integer_at(session.ask(count_index), 0, 0) > 0) return;
    session.ask(create_table);
    session.ask(create_index);
}

void prepare_changes(PostgresSession& session) {
    session.prepare(insert_name, insert_change);
}

void listen_for_changes(PostgresSession& session) {
    session.ask(listen);
}

void ring_for_changes(PostgresSession& session) {
    session.ask(ring);
}

void queue_change(PostgresSession& session, std::int64_t node, const Change& change) {
    const std::string numbers[] = {std::to_string(node), std::to_string(change.id),
                                   std::to_string(change.number), std::to_string(change.at)};
    PostgresValues values;
    for (const std::string* const value : {&numbers[0], &change.kind, &numbers[1], &numbers[2],
                                           &numbers[3], &change.name, &change.data}) {
        values.add(*value);
    }
    session.queue_prepared(insert_name, values);
}

void prune_changes(PostgresSession& session) {
    ask_with(session, delete_old, {std::to_string(std::chrono::seconds(change_retention).count())});
}

ChangeWindow::ChangeWindow(PostgresSession& session, std::int64_t node) : node_(node) {
    const PostgresResult now = session.ask(select_now);
    from_ = PQgetvalue(now.get(), 0, 0);
    read_at_ = integer_at(now, 0, 1);
}

std::vector<Change> ChangeWindow::read(PostgresSession& session) {
    const PostgresResult rows = ask_with(session, select_window, {from_, std::to_string(node_)});
    const auto text = [&rows](int row, int column) { return PQgetvalue(rows.get(), row, column); };
    const std::int64_t now = integer_at(rows, 0, 10);
    if (now - std::exchange(read_at_, now) >
        std::chrono::milliseconds(change_retention / 2).count()) {
        throw StorageError(Fault::fenced,
                           "This node has not read the changes of other nodes for too long.");
    }
    std::int64_t oldest = now;
    std::vector<Change> changes;
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        if (PQgetisnull(rows.get(), row, 1) != 0) continue;
        if (!known_.emplace(integer_at(rows, row, 1), text(row, 2)).second) continue;
        oldest = std::min(oldest, integer_at(rows, row, 9));
        changes.push_back({text(row, 3), integer_at(rows, row, 4), integer_at(rows, row, 5),
                           integer_at(rows, row, 6), text(row, 7), text(row, 8)});
    }
    lag_ = std::chrono::milliseconds(now - oldest);
    from_ = text(0, 0);
    std::erase_if(known_, [this](const auto& row) { return is_before(row.second, from_); });
    return changes;
}

}  // namespace tanbo::store
