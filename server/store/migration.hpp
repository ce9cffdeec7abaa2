#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"

namespace tanbo::store {

// A numbered SQL file of migrations/, for both engines. It is never edited. It expands the schema,
// and programs that don't know it go on as before, or it contracts it.
struct Migration {
    int version;              // grows by one
    std::string_view name;    // "0039_baseline"
    std::string_view sql;     // its text, with marks
    std::string_view sha256;  // of its text, 64 lower-case hex digits
};

// All that this program carries, in order. The first is the baseline: the sum of those before it.
std::span<const Migration> embedded_migrations();

// The text of a migration as an engine is given it, with marks as {STRICT}, {VIRTUAL|STORED} or
// {|, id}. PostgreSQL has its own words for INTEGER, REAL, BLOB and AUTOINCREMENT.
std::string migration_text(std::string_view sql, Dialect dialect);

// Makes the table of the migrations that have been applied. It is part of none of them.
std::string create_schema_migrations(Dialect dialect);

// Whether a migration of this name contracts: programs that do not know it may fail after it. Both
// engines, and programs that are older than it, tell so by the name alone.
bool is_contracting(std::string_view name);

// Tells whether SQLite writes a new file for a migration of this name: the migration makes tables
// again, and their rows are copied into them.
bool is_rebuilding(std::string_view name);

// How a program takes a schema that is not its own.
struct SchemaRules {
    bool contracts = false;  // whether what contracts is applied though nothing behind it needs it
    bool takes_newer = false;  // whether a newer one is taken, if it was only expanded
};

struct MigrationPlan {
    bool is_new = false;                    // there is no database yet, or an empty one
    int version = 0;                        // of the database; 0: new
    std::vector<const Migration*> pending;  // what would run, in order
    std::vector<const Migration*> waiting;  // what contracts, and nothing behind it needs it yet
    // The version of the last pending migration that contracts; 0: none does.
    int contracts_to() const;
    // The first pending one that rebuilds an existing database; null: none.
    const Migration* next_rebuild() const;
    int version_after() const { return pending.empty() ? version : pending.back()->version; }
};

// A database's record of a migration that has been applied to it.
struct AppliedMigration {
    std::int64_t version = 0;
    std::string name;
    std::string sha256;
};

// Throws: StorageError, that a database is left as it is, and why.
[[noreturn]] void refuse_database(Fault fault, const std::string& database, const std::string& why);

// The migrations that are pending behind `applied`, which a database has in order, and none if it
// is new. A database that has had all those that the first one replaces goes on from there,
// whatever they were. Throws: older_schema if it has not, newer_schema, edited_migration.
MigrationPlan plan_behind(bool is_new, std::span<const AppliedMigration> applied,
                          const std::string& database, std::span<const Migration> migrations,
                          const SchemaRules& rules);

// Executes a migration's text for an engine by `execute`. Throws: migration_failed if that is at
// fault, otherwise what `execute` throws.
void execute_migration(const Migration& migration, Dialect dialect,
                       const std::function<void(const std::string&)>& execute);

}  // namespace tanbo::store
