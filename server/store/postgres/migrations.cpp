#include "server/store/postgres/migrations.hpp"

#include <chrono>
#include <cstddef>
#include <libpq-fe.h>
#include <thread>
#include <vector>

#include "server/store/error.hpp"
#include "server/store/postgres/nodes.hpp"
#include "server/store/postgres/session.hpp"
#include "server/store/postgres/writer_row.hpp"

namespace tanbo::store {
namespace {

constexpr const char* insert_applied =
    "INSERT INTO schema_migrations (version, name, sha256, applied_at)"
    " VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";
constexpr const char* select_applied =
    "SELECT version, name, sha256 FROM schema_migrations ORDER BY version";
constexpr const char* count_tables =
    "SELECT count(*), coalesce(bool_or(relname = 'schema_migrations'), false) FROM pg_class"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')";
// Requests for a table queue behind one that waits for it, and 750 ms is too long for nodes.
constexpr const char* wait_shortly = "SET LOCAL lock_timeout = '250ms'";
constexpr std::chrono::milliseconds between_tries{250};
constexpr std::chrono::seconds tries_for{30};

// Whether there is nothing in it yet.
bool is_blank_postgres(PostgresSession& session, const std::string& database) {
    const PostgresResult tables = session.ask(count_tables);
    const std::string count = PQgetvalue(tables.get(), 0, 0);
    const bool is_ours = std::string(PQgetvalue(tables.get(), 0, 1)) == "t";
    if (count == "0") return true;
    if (!is_ours) refuse_database(Fault::foreign_file, database, "it belongs to another program.");
    return false;
}

std::vector<AppliedMigration> applied_to_postgres(PostgresSession& session) {
    std::vector<AppliedMigration> applied;
    const PostgresResult rows = session.ask(select_applied);
    applied.reserve(static_cast<std::size_t>(PQntuples(rows.get())));
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        applied.push_back({integer_at(rows, row, 0), PQgetvalue(rows.get(), row, 1),
                           PQgetvalue(rows.get(), row, 2)});
    }
    return applied;
}

void apply_postgres(PostgresSession& session, const Migration& migration) {
    execute_migration(migration, Dialect::postgres,
                      [&session](const std::string& sql) { session.script(sql); });
    ask_with(session, insert_applied,
             {std::to_string(migration.version), std::string(migration.name),
              std::string(migration.sha256)});
}

}  // namespace

MigrationPlan plan_postgres(PostgresSession& session, const std::string& database,
                            std::span<const Migration> migrations, const SchemaRules& rules) {
    const bool is_new = is_blank_postgres(session, database);
    return plan_behind(is_new,
                       is_new ? std::vector<AppliedMigration>() : applied_to_postgres(session),
                       database, migrations, rules);
}

void migrate_postgres(PostgresSession& session, const MigrationPlan& plan,
                      const std::function<void()>& also) {
    const auto apply_all = [&] {
        session.ask("SET LOCAL statement_timeout = 0");
        session.ask(wait_shortly);
        session.ask("SET LOCAL client_min_messages = error");
        if (plan.is_new) session.ask(create_schema_migrations(Dialect::postgres));
        create_writers(session);
        for (const Migration* const migration : plan.pending) apply_postgres(session, *migration);
        if (!plan.is_new && plan.contracts_to() > 0)
            fence_older_nodes(session, plan.contracts_to());
        if (also) also();
    };
    const auto end = std::chrono::steady_clock::now() + tries_for;
    for (;;) {
        try {
            return session.transact(
                apply_all,
                StorageError(Fault::migration_failed,
                             "The standby has not confirmed the migrations. Try again."));
        } catch (const StorageError& error) {
            const bool is_over = std::chrono::steady_clock::now() > end;
            if (error.fault() != Fault::stale || session.is_lost() || is_over) throw;
        }
        std::this_thread::sleep_for(between_tries);
    }
}

}  // namespace tanbo::store
