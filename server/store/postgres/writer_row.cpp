#include "server/store/postgres/writer_row.hpp"

#include <charconv>
#include <libpq-fe.h>
#include <optional>
#include <string_view>

#include "server/store/postgres/session.hpp"

namespace tanbo::store {
namespace {

constexpr const char* create_table = R"(
CREATE TABLE IF NOT EXISTS writers (
    node BIGINT NOT NULL,             -- of the cluster, from 1
    lane BIGINT NOT NULL,             -- of the node, from 0
    epoch BIGINT NOT NULL,            -- how often the row was taken
    number BIGINT NOT NULL,           -- of the last transaction in this epoch
    checks BIGINT NOT NULL DEFAULT 0, -- how often it was asked what had become of one
    PRIMARY KEY (node, lane)
))";

std::optional<std::int64_t> first_number(const PostgresResult& result) {
    if (PQntuples(result.get()) == 0) return std::nullopt;
    const std::string_view text = PQgetvalue(result.get(), 0, 0);
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

void create_writers(PostgresSession& session) {
    session.ask(create_table);
}

void end_epochs(PostgresSession& session, std::int64_t node) {
    session.ask("UPDATE writers SET epoch = epoch + 1, number = 0 WHERE node = " +
                std::to_string(node));
}

std::string WriterRow::where() const {
    return " WHERE node = " + std::to_string(node_) + " AND lane = " + std::to_string(lane_) +
           " AND epoch = " + std::to_string(epoch_);
}

void WriterRow::begin_epoch(PostgresSession& session) {
    const PostgresResult result = session.ask(
        "INSERT INTO writers (node, lane, epoch, number) VALUES (" + std::to_string(node_) + ", " +
        std::to_string(lane_) +
        ", 1, 0) ON CONFLICT (node, lane) DO UPDATE SET epoch = writers.epoch + 1, number = 0 "
        "RETURNING epoch");
    epoch_ = first_number(result).value_or(0);
    number_ = 0;
}

bool WriterRow::is_ours(PostgresSession& session) const {
    return first_number(session.ask("SELECT 1 FROM writers" + where())).has_value();
}

// A row that is not ours any more must undo the transaction in the same round trip, and only an
// error does so: hence a division by the number of rows.
void WriterRow::count_up(PostgresSession& session) {
    ++number_;
    session.queue("WITH ours AS (UPDATE writers SET number = " + std::to_string(number_) + where() +
                  " RETURNING 1) SELECT 1 / count(*) FROM ours");
}

bool WriterRow::is_committed(PostgresSession& session, std::chrono::milliseconds within) {
    session.take_warning();
    const PostgresResult row = session.ask(
        "UPDATE writers SET checks = checks + 1" + where() + " RETURNING number", {}, within);
    const std::optional<std::int64_t> number = first_number(row);
    if (!number) {
        throw StorageError(Fault::fenced, "Another tanbod has taken this one's place.");
    }
    if (session.take_warning()) {
        throw StorageError(Fault::unreachable, "The standby has not confirmed what is committed.");
    }
    return *number == number_;
}

}  // namespace tanbo::store
