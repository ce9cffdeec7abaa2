#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "server/store/migration.hpp"

namespace tanbo::store {

class SqliteConnection;

// "TANB": marks a file as ours (PRAGMA application_id).
inline constexpr std::int32_t application_id = 0x54414E42;

// The changes that opening would make with this file. Changes nothing, even if another process is
// using it.
// Requires: this process has not opened it.
//
// Throws: StorageError foreign_file, older_schema, newer_schema, edited_migration, cannot_open, io;
// corrupt, also if the file is missing or empty and its log is not.
MigrationPlan plan(const std::filesystem::path& database,
                   std::span<const Migration> migrations = embedded_migrations(),
                   const SchemaRules& rules = {});

// Applies what is pending in one transaction. Returns where the database was copied to before, or
// nothing if there was nothing to copy or to apply. Until the migrations are durable the copy
// has the name NAME.before-NNNN.partial, which the next attempt replaces: however often it is
// killed, there is one. `also` is done in the same transaction, after the migrations.
//
// Throws: StorageError migration_failed and what plan throws; then the database is as it was.
std::optional<std::filesystem::path> migrate(SqliteConnection& writer, const MigrationPlan& plan,
                                             const std::filesystem::path& database,
                                             const std::function<void()>& also = {});

}  // namespace tanbo::store
