#pragma once

#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "server/store/sqlite/connection.hpp"

// How SQLite would execute a statement, and what it cost when it did.
namespace tanbo::store {

// One column of what a statement yields, as texts.
std::vector<std::string> column_of(SqliteConnection& connection, const std::string& sql,
                                   int column);

// One step a line.
std::string query_plan(SqliteConnection& connection, const std::string& sql);

// No table is read from end to end and nothing is sorted.
inline bool is_walk_along_an_index(const std::string& plan) {
    std::istringstream steps(plan);
    std::set<std::string> subqueries;
    for (std::string step; std::getline(steps, step);) {
        if (step.starts_with("CO-ROUTINE ")) subqueries.insert("SCAN " + step.substr(11));
        if (step.starts_with("MATERIALIZE ")) subqueries.insert("SCAN " + step.substr(12));
        // An INSERT of values; a subquery with steps of its own that are listed, too.
        if (step == "SCAN CONSTANT ROW" || subqueries.contains(step)) continue;
        if (step.find("TEMP B-TREE") != std::string::npos || step.starts_with("SCAN")) return false;
    }
    return true;
}

// Every statement that this connection has prepared.
inline std::set<std::string> statements_of(SqliteConnection& connection) {
    std::set<std::string> statements;
    for (sqlite3_stmt* next = sqlite3_next_stmt(connection.handle(), nullptr); next != nullptr;
         next = sqlite3_next_stmt(connection.handle(), next)) {
        statements.insert(sqlite3_sql(next));
    }
    return statements;
}

// Steps of SQLite's machine since the last call, over all statements of this connection.
inline std::int64_t steps_taken(SqliteConnection& connection) {
    std::int64_t steps = 0;
    for (sqlite3_stmt* next = sqlite3_next_stmt(connection.handle(), nullptr); next != nullptr;
         next = sqlite3_next_stmt(connection.handle(), next)) {
        steps += sqlite3_stmt_status(next, SQLITE_STMTSTATUS_VM_STEP, 1);
    }
    return steps;
}

// The same of a statement that is executed for this.
std::int64_t steps_of(SqliteConnection& connection, const std::string& sql);

}  // namespace tanbo::store
