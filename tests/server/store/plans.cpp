#include "tests/server/store/plans.hpp"

#include "server/store/sqlite/statement.hpp"

namespace tanbo::store {

std::vector<std::string> column_of(SqliteConnection& connection, const std::string& sql,
                                   int column) {
    std::vector<std::string> texts;
    SqliteStatement statement(connection.handle(), sql);
    while (statement.step()) texts.emplace_back(statement.text(column));
    return texts;
}

std::int64_t steps_of(SqliteConnection& connection, const std::string& sql) {
    SqliteStatement statement(connection.handle(), sql);
    steps_taken(connection);
    while (statement.step()) {
    }
    return steps_taken(connection);
}

std::string query_plan(SqliteConnection& connection, const std::string& sql) {
    std::string steps;
    for (const std::string& step : column_of(connection, "EXPLAIN QUERY PLAN " + sql, 3)) {
        steps += step + "\n";
    }
    return steps;
}

}  // namespace tanbo::store
