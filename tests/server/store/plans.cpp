#include "tests/server/store/plans.hpp"

#include "server/store/sqlite/statement.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {

std::string query_plan(SqliteConnection& connection, const std::string& sql) {
    std::string steps;
    SqliteStatement explain(connection.handle(), "EXPLAIN QUERY PLAN " + sql);
    Query rows(explain);
    while (rows.step()) steps += std::string(rows.text(3)) + "\n";
    return steps;
}

}  // namespace tanbo::store
