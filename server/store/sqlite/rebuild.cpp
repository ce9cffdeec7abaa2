#include "server/store/sqlite/rebuild.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <sqlite3.h>

#include "server/base/log.hpp"
#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/migrations.hpp"
#include "server/store/sqlite/statement.hpp"

namespace tanbo::store {
namespace {

namespace fs = std::filesystem;

using SteadyClock = std::chrono::steady_clock;

constexpr std::int64_t build_page_bytes = std::int64_t{64} * 1024 * 1024;
constexpr int instructions_a_look = 1'000'000;  // of SQLite's, some 50 ms
constexpr std::chrono::seconds tell_every{5};

// SQLite's own tables come with those of ours.
constexpr std::string_view select_former_tables =
    "SELECT sql FROM former.sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
    " ORDER BY rowid";
constexpr std::string_view select_new_tables =
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
    " ORDER BY rowid";
// The indexes, triggers and views that the migration has not made itself.
constexpr std::string_view select_other_objects =
    "SELECT sql FROM former.sqlite_schema AS f WHERE type IN ('index', 'trigger', 'view')"
    " AND sql IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main.sqlite_schema AS m"
    " WHERE m.name = f.name) ORDER BY type, rowid";
constexpr std::string_view select_shared_columns =
    "SELECT x.name FROM pragma_table_xinfo(?1, 'main') AS x"
    " JOIN pragma_table_xinfo(?1, 'former') AS f ON f.name = x.name WHERE x.hidden = 0";
constexpr std::string_view has_numbers =
    "SELECT 1 FROM former.sqlite_schema WHERE name = 'sqlite_sequence'";
constexpr const char* copy_numbers =
    "DELETE FROM main.sqlite_sequence;"
    " INSERT INTO main.sqlite_sequence SELECT name, seq FROM former.sqlite_sequence";

// Tells the log every few seconds how much of a new file is written, while a connection works.
class Teller {
public:
    Teller(sqlite3* handle, const fs::path& built, const fs::path& former)
        : handle_(handle), built_(built), former_bytes_(fs::file_size(former)) {
        const auto look = [](void* teller) {
            static_cast<Teller*>(teller)->tell();
            return 0;
        };
        sqlite3_progress_handler(handle, instructions_a_look, look, this);
    }
    ~Teller() { sqlite3_progress_handler(handle_, 0, nullptr, nullptr); }
    Teller(const Teller&) = delete;
    Teller& operator=(const Teller&) = delete;

private:
    void tell() {
        const auto now = SteadyClock::now();
        if (now - told_at_ < tell_every) return;
        told_at_ = now;
        std::error_code ignored;
        base::log::info("database-rebuilding", "writing the database into a new file",
                        {{"bytes", fs::file_size(built_, ignored)}, {"of_about", former_bytes_}});
    }

    sqlite3* const handle_;
    const fs::path built_;
    const std::uintmax_t former_bytes_;
    SteadyClock::time_point told_at_ = SteadyClock::now();
};

std::vector<std::string> texts_of(SqliteConnection& connection, std::string_view sql,
                                  const std::optional<std::string>& parameter = {}) {
    std::vector<std::string> texts;
    SqliteStatement statement(connection.handle(), sql);
    if (parameter) statement.bind_text(1, *parameter);
    while (statement.step()) texts.emplace_back(statement.text(0));
    return texts;
}

// Brings what the log has into the file, and ends the log. A log that is left is in use by a
// reader of the file, and must not meet another file.
void end_log(const fs::path& database) {
    {
        SqliteConnection former(database, Access::write);
        former.value("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    std::error_code ignored;
    if (!fs::exists(database.string() + "-wal", ignored)) return;
    refuse_database(Fault::locked, database.string(),
                    "another program has it open. Close it first.");
}

void attach(SqliteConnection& target, const fs::path& database) {
    const std::string former = sqlite_uri(database, true);
    SqliteStatement statement(target.handle(), "ATTACH ?1 AS former");
    statement.bind_text(1, former);
    statement.step();
}

// Tables as the former file has them, then as the migration makes them.
void create_tables(SqliteConnection& target, const Migration& migration) {
    for (const std::string& sql : texts_of(target, select_former_tables)) target.execute(sql);
    apply(target, migration);
}

// The columns that both have, in the order of the former rows: a key grows with each.
void copy_rows(SqliteConnection& target) {
    for (const std::string& table : texts_of(target, select_new_tables)) {
        const auto columns = texts_of(target, select_shared_columns, table);
        if (columns.empty()) continue;
        const std::string names = quoted_names(columns);
        const std::string name = quoted_name(table);
        std::string sql = "INSERT INTO main.";
        sql.append(name).append(" (").append(names).append(") SELECT ").append(names);
        target.execute(sql.append(" FROM former.").append(name));
    }
    if (!target.value(std::string(has_numbers)).empty()) target.execute(copy_numbers);
}

// The migrations behind the rebuild, as far as they need no other one.
std::vector<const Migration*> migrations_behind(const Migration& rebuild,
                                                const MigrationPlan& plan) {
    const auto first = std::next(std::ranges::find(plan.pending, &rebuild));
    const auto last = std::find_if(first, plan.pending.end(), [](const Migration* migration) {
        return is_rebuilding(migration->name);
    });
    return {first, last};
}

// Applies them to the rows that are there by now.
void migrate_behind(SqliteConnection& target, const std::vector<const Migration*>& migrations) {
    if (migrations.empty()) return;
    for (const Migration* migration : migrations) apply(target, *migration);
    target.execute("PRAGMA user_version = " + std::to_string(migrations.back()->version));
    const std::string orphans = target.value("PRAGMA main.foreign_key_check");
    if (!orphans.empty()) {
        throw StorageError(Fault::migration_failed,
                           "The migrations leave broken references in " + orphans + ".");
    }
}

// In one transaction, which is never undone: what is not whole is thrown away.
void build(const fs::path& built, const fs::path& database, const Migration& migration,
           const MigrationPlan& plan) {
    create_for_owner(built);
    {
        SqliteConnection target(built, Access::build, {}, build_page_bytes);
        attach(target, database);
        const Teller teller(target.handle(), built, database);
        target.execute("PRAGMA application_id = " + std::to_string(application_id));
        target.execute("PRAGMA user_version = " + std::to_string(migration.version));
        target.begin();
        create_tables(target, migration);
        copy_rows(target);
        for (const std::string& sql : texts_of(target, select_other_objects)) target.execute(sql);
        migrate_behind(target, migrations_behind(migration, plan));
        target.commit();
    }
    sync_file(built);
}

// The former file keeps its content under another name. A file system without links gets a copy.
void keep_former(const fs::path& database, const fs::path& aside) {
    fs::remove(aside);
    std::error_code error;
    fs::create_hard_link(database, aside, error);
    if (error) {
        SqliteConnection former(database, Access::inspect);
        copy_into(former, aside, {});
    }
    sync_folder_of(aside);
}

// Applies to the former file the migrations before the rebuild.
void migrate_until(const Migration& rebuild, const MigrationPlan& plan, const fs::path& path) {
    MigrationPlan before = plan;
    before.pending.erase(std::ranges::find(before.pending, &rebuild), before.pending.end());
    SqliteConnection writer(path, Access::write);
    migrate(writer, before, path);
}

}  // namespace

fs::path rebuild(const fs::path& path, const MigrationPlan& plan) {
    const Migration& migration = *plan.next_rebuild();
    const fs::path database = fs::canonical(path);  // a link stays one
    const fs::path built = database.string() + ".rebuilt" + partial_suffix;
    const std::string copy = copy_name(path, migration.version);
    migrate_until(migration, plan, path);
    base::log::info("database-rebuild-began", "the database gets a new file",
                    {{"migration", migration.name}, {"bytes", fs::file_size(database)}});
    end_log(database);
    try {
        build(built, database, migration, plan);
        keep_former(database, copy + partial_suffix);
    } catch (...) {
        std::error_code ignored;
        fs::remove(built, ignored);
        throw;
    }
    fs::rename(built, database);
    sync_folder_of(database);
    fs::path kept = keep_copy(copy);
    base::log::info("database-rebuilt", "the database has a new file",
                    {{"bytes", fs::file_size(database)}, {"former", kept.string()}});
    return kept;
}

}  // namespace tanbo::store
