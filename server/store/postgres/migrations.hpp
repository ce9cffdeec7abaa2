#pragma once

#include <functional>
#include <span>
#include <string>

#include "server/store/migration.hpp"

namespace tanbo::store {

class PostgresSession;

// The changes that opening would make with this database. Changes nothing.
//
// Throws: StorageError foreign_file, older_schema, newer_schema, edited_migration, unreachable.
MigrationPlan plan_postgres(PostgresSession& session, const std::string& database,
                            std::span<const Migration> migrations = embedded_migrations(),
                            const SchemaRules& rules = {});

// Applies what is pending, and the tables that the engine has for itself, in one transaction. Other
// nodes may go on meanwhile: it waits for a table only shortly, and tries again. From then on, a
// node that doesn't know a contraction commits nothing. Requires: no other node migrates
// (PostgresConnection::lock_schema). `also` is done in the same transaction, after the migrations.
//
// Throws: StorageError migration_failed; stale if others never leave the tables alone. Then the
// database is as it was.
void migrate_postgres(PostgresSession& session, const MigrationPlan& plan,
                      const std::function<void()>& also = {});

}  // namespace tanbo::store
