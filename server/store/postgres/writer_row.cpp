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
    number BIGINT NOT NULL,           -- even: of the last transaction in this epoch; else past it
    checks BIGINT NOT NULL DEFAULT 0, -- how often it was asked what had become of one
    PRIMARY KEY (node, lane)
))";

// Between two transactions: the number between says that the first was given up.
constexpr std::int64_t step = 2;

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
    session.take_warning();
    const PostgresResult result = session.ask(
        "INSERT INTO writers (node, lane, epoch, number) VALUES (" + std::to_string(node_) + ", " +
        std::to_string(lane_) +
        ", 1, 0) ON CONFLICT (node, lane) DO UPDATE SET epoch = writers.epoch + 1, number = 0 "
        "RETURNING epoch");
    epoch_ = first_number(result).value_or(0);
    number_ = 0;
    if (session.take_warning()) {
        throw StorageError(Fault::unreachable, "The standby has not confirmed the data read.");
    }
}

bool WriterRow::is_ours(PostgresSession& session) const {
    return first_number(session.ask("SELECT 1 FROM writers" + where())).has_value();
}

// A row that is not ours any more, or says that this transaction was given up, must undo the
// transaction in the same round trip, and only an error does so: hence a division by the number of
// rows. A statement_timeout that is up between the parts of the COMMIT's message would end its wait
// for the standby, and show others what only the primary has: there is none from here on.
void WriterRow::count_up(PostgresSession& session) {
    number_ += step;
    const std::string number = std::to_string(number_);
    session.queue("WITH ours AS (UPDATE writers SET number = " + number + where() +
                  " AND number < " + number +
                  " RETURNING 1) SELECT 1 / count(*), set_config('statement_timeout', '0', true) "
                  "FROM ours");
}

// A row that has not got to the transaction's number goes past it in the same statement: a count_up
// that is still to come finds that. An answer to this that is lost harms nothing: asked again, the
// row is where it was.
bool WriterRow::is_committed(PostgresSession& session, std::chrono::milliseconds within) {
    session.take_warning();
    const std::string last = std::to_string(number_);
    const PostgresResult row =
        session.ask("UPDATE writers SET checks = checks + 1, number = CASE WHEN number < " + last +
                        " THEN " + last + " + 1 ELSE number END" + where() + " RETURNING number",
                    {}, within);
    const std::optional<std::int64_t> number = first_number(row);
    if (!number) {
        throw StorageError(Fault::fenced, "Another tanbod has replaced this one.");
    }
    if (session.take_warning()) {
        throw StorageError(Fault::unreachable, "The standby has not confirmed the commit.");
    }
    return *number == number_;
}

}  // namespace tanbo::store
