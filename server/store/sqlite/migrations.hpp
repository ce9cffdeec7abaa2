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

// The name of the copy that is kept before this migration.
std::string copy_name(const std::filesystem::path& database, int version);

// Gives a copy, which has the name with `.partial` behind it, the name itself, or a free one like
// it. The migrations that it was made for are durable. Opening it begins an epoch.
std::filesystem::path keep_copy(const std::string& name);

// Executes a migration and notes that it was.
void apply(SqliteConnection& writer, const Migration& migration);

// Applies what is pending in one transaction. Returns where the database was copied to before, or
// nothing if there was nothing to copy or to apply. Until the migrations are durable the copy
// has the name NAME.before-NNNN.partial, which the next attempt replaces: however often it is
// killed, there is one. `also` is done in the same transaction, after the migrations.
//
// Requires: the file is new, or no pending migration rebuilds (rebuild.hpp).
//
// Throws: StorageError migration_failed and what plan throws; then the database is as it was.
std::optional<std::filesystem::path> migrate(SqliteConnection& writer, const MigrationPlan& plan,
                                             const std::filesystem::path& database,
                                             const std::function<void()>& also = {});

}  // namespace tanbo::store
