#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tanbo::store {

class SqliteConnection;

// "TANB": marks a file as ours (PRAGMA application_id).
inline constexpr std::int32_t application_id = 0x54414E42;

// A numbered SQL file of migrations/sqlite. Once released it is never edited.
struct Migration {
    int version;              // from 1 without gaps
    std::string_view name;    // "0001_initial"
    std::string_view sql;     // its text
    std::string_view sha256;  // of its text, 64 lower-case hex digits
};

// All that this program carries, in order.
std::span<const Migration> embedded_migrations();

struct MigrationPlan {
    bool is_new = false;                    // there is no database yet, or an empty one
    int version = 0;                        // of the database; 0: new
    std::vector<const Migration*> pending;  // what would run, in order
};

// What opening would do with this file. Changes nothing, even if another process is using it.
// Requires: this process has not opened it.
//
// Throws: StorageError foreign_file, newer_schema, edited_migration, cannot_open, io; corrupt, also
// where the file is missing or empty and its log is not.
MigrationPlan plan(const std::filesystem::path& database,
                   std::span<const Migration> migrations = embedded_migrations());

// Applies what is pending in one transaction. Returns where the database was copied to before, or
// nothing if there was nothing to copy or to apply. Until the migrations are durable the copy
// has the name NAME.before-NNNN.partial, which the next attempt replaces: however often it is
// killed, there is one.
//
// Throws: StorageError migration_failed and what plan throws; then the database is as it was.
std::optional<std::filesystem::path> migrate(SqliteConnection& writer, const MigrationPlan& plan,
                                             const std::filesystem::path& database);

}  // namespace tanbo::store
