#include "server/store/postgres/migrations.hpp"

#include <libpq-fe.h>

#include "server/store/error.hpp"
#include "server/store/postgres/session.hpp"
#include "server/store/postgres/writer_row.hpp"

namespace tanbo::store {
namespace {

// What has been applied: written by this file, hence not part of any migration.
constexpr const char* create_applied = R"(
CREATE TABLE schema_migrations (
    version BIGINT PRIMARY KEY,  -- grows by one
    name TEXT NOT NULL,          -- the file's name without .sql
    sha256 TEXT NOT NULL,        -- of the file's text, lower-case hex
    applied_at BIGINT NOT NULL   -- milliseconds since 1970-01-01T00:00:00Z
))";
constexpr const char* insert_applied =
    "INSERT INTO schema_migrations (version, name, sha256, applied_at)"
    " VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";
constexpr const char* select_applied =
    "SELECT version, name, sha256 FROM schema_migrations ORDER BY version";
constexpr const char* count_tables =
    "SELECT count(*), coalesce(bool_or(relname = 'schema_migrations'), false) FROM pg_class"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')";

[[noreturn]] void refuse_postgres(Fault fault, const std::string& database,
                                  const std::string& why) {
    throw StorageError(fault, "The database " + database + " is left as it is: " + why);
}

// Whether there is nothing in it yet.
bool is_blank_postgres(PostgresSession& session, const std::string& database) {
    const PostgresResult tables = session.ask(count_tables);
    const std::string count = PQgetvalue(tables.get(), 0, 0);
    const bool is_ours = std::string(PQgetvalue(tables.get(), 0, 1)) == "t";
    if (count == "0") return true;
    if (!is_ours) refuse_postgres(Fault::foreign_file, database, "it belongs to another program.");
    return false;
}

void require_same(const PostgresResult& applied, int row, const Migration& known,
                  const std::string& database) {
    const auto field = [&applied, row](int column) {
        return std::string(PQgetvalue(applied.get(), row, column));
    };
    if (field(0) == std::to_string(known.version) && field(1) == known.name &&
        field(2) == known.sha256) {
        return;
    }
    refuse_postgres(Fault::edited_migration, database,
                    "its migration " + field(1) + " is not the " + std::string(known.name) +
                        " of this program.");
}

// How many of the migrations have been applied.
std::size_t applied_to(PostgresSession& session, const std::string& database,
                       std::span<const Migration> migrations) {
    const PostgresResult applied = session.ask(select_applied);
    const auto count = static_cast<std::size_t>(PQntuples(applied.get()));
    for (std::size_t row = 0; row < count; ++row) {
        if (row >= migrations.size()) {
            refuse_postgres(Fault::newer_schema, database,
                            "a newer version of this program has migrated it to " +
                                std::string(PQgetvalue(applied.get(), static_cast<int>(row), 1)) +
                                ", and this one knows " + std::to_string(migrations.size()) + ".");
        }
        require_same(applied, static_cast<int>(row), migrations[row], database);
    }
    return count;
}

void apply_postgres(PostgresSession& session, const Migration& migration) {
    try {
        session.script(std::string(migration.sql));
    } catch (const StorageError& error) {
        if (error.fault() != Fault::misuse && error.fault() != Fault::constraint) throw;
        throw StorageError(Fault::migration_failed, "The migration " + std::string(migration.name) +
                                                        " failed: " + error.what());
    }
    const std::string version = std::to_string(migration.version);
    const std::string name(migration.name);
    const std::string sha256(migration.sha256);
    PostgresValues values;
    for (const std::string* const value : {&version, &name, &sha256}) values.add(*value);
    session.ask(insert_applied, values);
}

}  // namespace

MigrationPlan plan_postgres(PostgresSession& session, const std::string& database,
                            std::span<const Migration> migrations) {
    MigrationPlan plan;
    plan.is_new = is_blank_postgres(session, database);
    const std::size_t applied = plan.is_new ? 0 : applied_to(session, database, migrations);
    if (applied > 0) plan.version = migrations[applied - 1].version;
    for (const Migration& migration : migrations.subspan(applied)) {
        plan.pending.push_back(&migration);
    }
    return plan;
}

// However long it takes: nobody plays meanwhile.
void migrate_postgres(PostgresSession& session, const MigrationPlan& plan) {
    session.ask("BEGIN");
    try {
        session.ask("SET LOCAL statement_timeout = 0");
        session.ask("SET LOCAL client_min_messages = error");
        if (plan.is_new) session.ask(create_applied);
        create_writers(session);
        for (const Migration* const migration : plan.pending) apply_postgres(session, *migration);
        session.take_warning();
        session.ask("COMMIT");
    } catch (const StorageError&) {
        if (!session.is_lost()) session.ask("ROLLBACK");
        throw;
    }
    if (session.take_warning()) {
        throw StorageError(Fault::migration_failed,
                           "The standby has not confirmed the migrations: try again.");
    }
}

}  // namespace tanbo::store
