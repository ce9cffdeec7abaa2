#include "tests/server/storage/plans.hpp"

#include "server/storage/sqlite/statement.hpp"
#include "server/storage/statement.hpp"

namespace tanbo::storage {

std::string query_plan(SqliteConnection& connection, const std::string& sql) {
    std::string steps;
    SqliteStatement explain(connection.handle(), "EXPLAIN QUERY PLAN " + sql);
    Query rows(explain);
    while (rows.step()) steps += std::string(rows.text(3)) + "\n";
    return steps;
}

}  // namespace tanbo::storage
