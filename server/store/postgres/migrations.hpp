#pragma once

#include <span>
#include <string>

#include "server/store/migration.hpp"

namespace tanbo::store {

class PostgresSession;

// The changes that opening would make with this database. Changes nothing.
//
// Throws: StorageError foreign_file, newer_schema, edited_migration, unreachable.
MigrationPlan plan_postgres(PostgresSession& session, const std::string& database,
                            std::span<const Migration> migrations = postgres_migrations());

// Applies what is pending, and the tables that the engine has for itself, in one transaction.
// Requires: nobody else does (PostgresConnection::lock_database).
//
// Throws: StorageError migration_failed and what plan_postgres throws; then the database is as it
// was.
void migrate_postgres(PostgresSession& session, const MigrationPlan& plan);

}  // namespace tanbo::store
