#include "server/store/sqlite/migrations.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <system_error>

#include "server/store/error.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

namespace fs = std::filesystem;

constexpr int copies_max = 100;

constexpr std::string_view insert_record =
    "INSERT INTO schema_migrations (version, name, sha256, applied_at) VALUES (?1, ?2, ?3, ?4)";
constexpr std::string_view select_records =
    "SELECT version, name, sha256 FROM schema_migrations ORDER BY version";

// Whether the file is there and holds anything.
bool has_content(const fs::path& database) {
    std::error_code error;
    const fs::file_status status = fs::status(database, error);
    if (status.type() == fs::file_type::not_found) return false;
    if (error || status.type() != fs::file_type::regular) {
        throw StorageError(Fault::cannot_open,
                           "The database " + database.string() + " is not a readable file.");
    }
    return fs::file_size(database) > 0;
}

// The content of the log of a database that is gone can't be read without it, and must not be lost.
void refuse_lone_log(const fs::path& database) {
    std::error_code none;
    const std::uintmax_t bytes = fs::file_size(database.string() + "-wal", none);
    if (none || bytes == 0) return;
    refuse_database(
        Fault::corrupt, database,
        "it is missing or empty, but its log " + database.filename().string() + "-wal is not.");
}

void require_sqlite_file(const fs::path& database) {
    constexpr std::string_view expected("SQLite format 3\0", 16);
    std::array<char, expected.size()> header{};
    std::ifstream file(database, std::ios::binary);
    if (!file) {
        throw StorageError(Fault::cannot_open,
                           "The database " + database.string() + " is not readable.");
    }
    file.read(header.data(), header.size());
    if (std::string_view(header.data(), static_cast<std::size_t>(file.gcount())) != expected) {
        refuse_database(Fault::foreign_file, database,
                        "it is not an SQLite database. If it was one, restore a backup.");
    }
}

// Whether it is SQLite's, but nothing has been put into it yet.
bool is_blank(SqliteConnection& connection, const fs::path& database) {
    const std::string id = connection.value("PRAGMA application_id");
    if (id == std::to_string(application_id)) return false;
    const bool is_blank = id == "0" && connection.value("PRAGMA user_version") == "0" &&
                          connection.value("SELECT count(*) FROM sqlite_schema") == "0";
    if (!is_blank) refuse_database(Fault::foreign_file, database, "it belongs to another program.");
    return true;
}

std::vector<AppliedMigration> applied_to(SqliteConnection& connection) {
    std::vector<AppliedMigration> applied;
    Query records = connection.ask(select_records);
    while (records.step()) {
        applied.push_back(
            {records.integer(0), std::string(records.text(1)), std::string(records.text(2))});
    }
    return applied;
}

fs::path free_name(const std::string& name) {
    for (int copy = 1; copy <= copies_max; ++copy) {
        fs::path free = copy == 1 ? name : name + "." + std::to_string(copy);
        if (!fs::exists(free)) return free;
    }
    throw StorageError(Fault::cannot_open, "Too many copies are named " + name + ". Remove some.");
}

// A copy that was the database itself until the migrations were durable has no mark yet.
void mark_epoch_over(const fs::path& copy) {
    SqliteConnection connection(copy, Access::write);
    if (!connection.value("SELECT 1 FROM sqlite_schema WHERE name = 'secrets'").empty()) {
        connection.execute(mark_epoch_over_sqlite);
    }
    // Reading it leaves no files beside it then.
    connection.value("PRAGMA journal_mode = DELETE");
}

// Killed after the migrations were durable and before their copy had its name.
void keep_copies_of(const fs::path& database, int version) {
    for (int applied = 1; applied <= version; ++applied) {
        const std::string name = copy_name(database, applied);
        if (fs::exists(name + partial_suffix)) keep_copy(name);
    }
}

std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

void apply_all(SqliteConnection& writer, const MigrationPlan& plan) {
    if (plan.is_new) {
        writer.execute(create_schema_migrations(Dialect::sqlite));
        writer.execute("PRAGMA application_id = " + std::to_string(application_id));
    }
    for (const Migration* migration : plan.pending) apply(writer, *migration);
    writer.execute("PRAGMA user_version = " + std::to_string(plan.pending.back()->version));
    const std::string orphans = writer.value("PRAGMA foreign_key_check");
    if (!orphans.empty()) {
        throw StorageError(Fault::migration_failed,
                           "The migrations leave broken references in " + orphans + ".");
    }
}

}  // namespace

std::string copy_name(const fs::path& database, int version) {
    std::array<char, 16> suffix{};
    std::snprintf(suffix.data(), suffix.size(), ".before-%04d", version);
    return database.string() + suffix.data();
}

fs::path keep_copy(const std::string& name) {
    mark_epoch_over(name + partial_suffix);
    fs::path target = free_name(name);
    fs::rename(name + partial_suffix, target);
    sync_folder_of(target);
    return target;
}

void apply(SqliteConnection& writer, const Migration& migration) {
    execute_migration(migration, Dialect::sqlite,
                      [&writer](const std::string& sql) { writer.execute(sql); });
    writer.ask(insert_record).run(migration.version, migration.name, migration.sha256, now_ms());
}

MigrationPlan plan(const fs::path& database, std::span<const Migration> migrations,
                   const SchemaRules& rules) {
    bool is_new = !has_content(database);
    std::vector<AppliedMigration> applied;
    if (is_new) refuse_lone_log(database);
    if (!is_new) {
        require_sqlite_file(database);
        SqliteConnection connection(database, Access::inspect);
        is_new = is_blank(connection, database);
        if (!is_new) applied = applied_to(connection);
    }
    return plan_behind(is_new, applied, database.string(), migrations, rules);
}

std::optional<fs::path> migrate(SqliteConnection& writer, const MigrationPlan& plan,
                                const fs::path& database, const std::function<void()>& also) {
    keep_copies_of(database, plan.version);
    if (plan.pending.empty()) return std::nullopt;
    const std::string name = copy_name(database, plan.pending.front()->version);
    if (!plan.is_new) {
        free_name(name);
        copy_into(writer, name + partial_suffix, {});
    }
    try {
        writer.begin();
        apply_all(writer, plan);
        if (also) also();
        writer.commit();
    } catch (const StorageError& error) {
        writer.rollback();
        // Nothing has changed, and a supervisor that starts again must not fill the disk.
        if (!is_fatal(error.fault())) fs::remove(name + partial_suffix);
        throw;
    }
    if (plan.is_new) return std::nullopt;
    return keep_copy(name);
}

}  // namespace tanbo::store
