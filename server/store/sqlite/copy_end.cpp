#include "server/store/sqlite/copy_end.hpp"

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/migrations.hpp"
#include "server/store/sqlite/process_lock.hpp"
#include "server/store/sqlite/statement.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

constexpr std::int64_t copy_page_bytes = std::int64_t{256} * 1024 * 1024;
constexpr std::int64_t rows_a_commit = 50'000;

// A calculated column has 2 or 3 as `hidden`. Source: sqlite.org/pragma.html.
constexpr const char* sqlite_catalogue = R"(
SELECT l.name, x.name, x.type, x.pk, x.pk > 0 AND s.sql LIKE '%AUTOINCREMENT%'
FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name AND s.type = 'table'
    JOIN pragma_table_xinfo(l.name) AS x
WHERE l.schema = 'main' AND l.type = 'table' AND substr(l.name, 1, 7) <> 'sqlite_'
    AND x.hidden = 0
ORDER BY l.name, x.name)";
constexpr std::string_view sqlite_indexes =
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name";
constexpr std::string_view insert_sqlite_mark =
    "INSERT INTO copy_state (id, state, other) VALUES (1, ?1, ?2)";

void run_once(SqliteConnection& connection, std::string_view sql,
              std::initializer_list<std::string_view> texts) {
    SqliteStatement statement(connection.handle(), sql);
    int index = 0;
    for (const std::string_view text : texts) statement.bind_text(++index, text);
    statement.post();
}

CopyValue value_at(const SqliteStatement& row, int column) {
    CopyValue value;
    value.kind = row.kind(column);
    if (value.kind == ValueKind::integer) value.integer = row.integer(column);
    if (value.kind == ValueKind::real) value.real = row.real(column);
    if (value.kind == ValueKind::text || value.kind == ValueKind::blob) {
        value.bytes = row.text(column);
    }
    return value;
}

void bind_value(SqliteStatement& statement, int index, const CopyValue& value) {
    switch (value.kind) {
        case ValueKind::null:
            return statement.bind_null(index);
        case ValueKind::integer:
            return statement.bind_integer(index, value.integer);
        case ValueKind::real:
            return statement.bind_real(index, value.real);
        case ValueKind::text:
            return statement.bind_text(index, value.bytes);
        case ValueKind::blob:
            const void* const data = value.bytes.data();
            return statement.bind_blob(
                index, {static_cast<const std::uint8_t*>(data), value.bytes.size()});
    }
}

std::string insert_into(const CopyTable& table) {
    std::string parameters = "?";
    for (std::size_t column = 1; column < table.columns.size(); ++column) parameters += ", ?";
    return "INSERT INTO " + quoted_name(table.name) + " (" +
           quoted_names(table.columns, &CopyColumn::name) + ") VALUES (" + parameters + ")";
}

void write_sqlite_mark(SqliteConnection& connection, const CopyMark& mark) {
    connection.execute(create_copy_state(Dialect::sqlite));
    run_once(connection, insert_sqlite_mark, {word_of(mark.state), mark.other});
}

// The table player_counts is copied like any other, not counted.
void stop_triggers(SqliteConnection& connection) {
    int value = 1;
    if (sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &value) !=
            SQLITE_OK ||
        value != 0) {
        throw StorageError(Fault::misuse, "SQLite could not drop its triggers.");
    }
}

class SqliteCopyEnd final : public CopyEnd {
public:
    explicit SqliteCopyEnd(const std::filesystem::path& path) : lock_(path) {
        lock_.lock_file();  // before this process opens the file
        connection_.emplace(path, Access::write, "", copy_page_bytes);
        connection_->execute("PRAGMA foreign_keys = 0; PRAGMA temp_store = 1");
        stop_triggers(*connection_);
    }

    void read(const std::string& sql, const std::vector<CopyColumn>& columns,
              const TakeRow& take) override {
        std::vector<CopyValue> values(columns.size());
        SqliteStatement rows(connection_->handle(), sql);
        while (rows.step()) {
            int column = 0;
            for (CopyValue& value : values) value = value_at(rows, column++);
            take(values);
        }
    }

    void write(const CopyTable& table,
               const std::function<void(const TakeRow& add)>& give) override {
        SqliteStatement insert(connection_->handle(), insert_into(table));
        std::int64_t rows = 0;
        connection_->begin();
        give([&](std::span<const CopyValue> row) {
            int index = 0;
            for (const CopyValue& value : row) bind_value(insert, ++index, value);
            insert.step();
            insert.reset();
            if (++rows % rows_a_commit != 0) return;
            commit();
            connection_->begin();
        });
        commit();
    }

    std::int64_t last_id(const CopyTable& table) override {
        return number("SELECT max(coalesce((SELECT max(" + quoted_name(table.id) + ") FROM " +
                      quoted_name(table.name) +
                      "), 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = '" +
                      table.name + "'), 0))");
    }

    void set_last_id(const CopyTable& table, std::int64_t id) override {
        if (id == 0) return;
        run_once(*connection_, "DELETE FROM sqlite_sequence WHERE name = ?1", {table.name});
        run_once(*connection_,
                 "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, CAST(?2 AS INTEGER))",
                 {table.name, std::to_string(id)});
    }

    std::optional<CopyMark> mark() override { return copy_mark(*connection_); }

    // A log is synced as a whole, with everything written before.
    void set_mark(const std::optional<CopyMark>& mark) override {
        connection_->execute("PRAGMA synchronous = 2");
        connection_->begin();
        connection_->execute("DROP TABLE IF EXISTS copy_state");
        if (mark) write_sqlite_mark(*connection_, *mark);
        connection_->commit();
    }

    void mark_epoch_over() override { connection_->execute(mark_epoch_over_sqlite); }

    void begin_load(const std::string& source) override {
        set_mark(CopyMark{CopyState::unfinished, source});
        std::string drops = forget_epochs;
        SqliteStatement index(connection_->handle(), sqlite_indexes);
        while (index.step()) {
            drops += "; DROP INDEX " + quoted_name(index.text(0));
            indexes_ += std::string(index.text(1)) + ";";
        }
        connection_->execute(drops + "; PRAGMA synchronous = 1");
    }

    void end_load() override {
        connection_->begin();
        connection_->execute(indexes_);
        commit();
    }

private:
    std::string catalogue() const override { return sqlite_catalogue; }

    void commit() {
        connection_->commit();
        connection_->maintain();
    }

    ProcessLock lock_;  // outlives the connection, as it asks
    std::optional<SqliteConnection> connection_;
    std::string indexes_;  // the statements that make them again
};

}  // namespace

std::optional<CopyMark> copy_mark(SqliteConnection& connection) {
    if (connection.value("SELECT 1 FROM sqlite_schema WHERE name = 'copy_state'").empty()) {
        return std::nullopt;
    }
    SqliteStatement row(connection.handle(), "SELECT state, other FROM copy_state");
    if (!row.step()) return std::nullopt;
    return CopyMark{copy_state_of(row.text(0)), std::string(row.text(1))};
}

std::optional<CopyMark> copy_mark(const std::filesystem::path& database) {
    SqliteConnection connection(database, Access::inspect);
    return copy_mark(connection);
}

std::unique_ptr<CopyEnd> begin_sqlite_end(const std::filesystem::path& path,
                                          std::span<const Migration> migrations,
                                          const CopyMark& mark) {
    {
        // SQLite opens the file before it is locked: it is empty, and others that begin it wait.
        const MigrationPlan begun = plan(path, migrations);
        if (!begun.is_new) throw StorageError(Fault::misuse, path.string() + " is begun already.");
        create_file(path);
        ProcessLock lock(path);
        lock.lock_file();
        SqliteConnection writer(path, Access::write);
        migrate(writer, begun, path, [&] { write_sqlite_mark(writer, mark); });
    }
    return open_sqlite_end(path);
}

std::unique_ptr<CopyEnd> open_sqlite_end(const std::filesystem::path& path) {
    return std::make_unique<SqliteCopyEnd>(path);
}

}  // namespace tanbo::store
