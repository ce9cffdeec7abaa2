#include "server/store/sqlite/copy_end.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>

#include <sqlite3.h>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/statement.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

constexpr std::int64_t copy_page_bytes = std::int64_t{256} * 1024 * 1024;
constexpr std::int64_t rows_a_commit = 50'000;

constexpr std::string_view sqlite_tables = R"(
SELECT l.name, s.sql LIKE '%AUTOINCREMENT%'
FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name AND s.type = 'table'
WHERE l.schema = 'main' AND l.type = 'table' AND substr(l.name, 1, 7) <> 'sqlite_'
ORDER BY l.name)";
// Of a column that is calculated `hidden` is 2 or 3. Source: sqlite.org/pragma.html.
constexpr std::string_view sqlite_columns = R"(
SELECT name, type, pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY name)";
constexpr std::string_view sqlite_key =
    "SELECT name FROM pragma_table_xinfo(?1) WHERE pk > 0 ORDER BY pk";
constexpr std::string_view sqlite_references = R"(
SELECT "from", "table", "to" FROM pragma_foreign_key_list(?1)
GROUP BY id HAVING count(*) = 1 ORDER BY "from")";
constexpr std::string_view sqlite_indexes =
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name";
constexpr const char* create_sqlite_mark = R"(
CREATE TABLE IF NOT EXISTS copy_state (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- the only row
    state TEXT NOT NULL CHECK (state IN ('unfinished', 'left', 'split')),
    other TEXT NOT NULL -- the database at the copy's other end
) STRICT)";
constexpr std::string_view insert_sqlite_mark =
    "INSERT OR REPLACE INTO copy_state (id, state, other) VALUES (1, ?1, ?2)";

constexpr ColumnTypes sqlite_types = {"INTEGER", "REAL", "TEXT", "BLOB"};

// Executes what is prepared once; calls `row` with the statement at each row.
template <class Row>
void run_once(SqliteConnection& connection, std::string_view sql,
              const std::vector<std::string>& texts, const Row& row) {
    SqliteStatement statement(connection.handle(), sql);
    int index = 0;
    for (const std::string& text : texts) statement.bind_text(++index, text);
    while (statement.step()) row(statement);
}

void run_once(SqliteConnection& connection, std::string_view sql,
              const std::vector<std::string>& texts) {
    run_once(connection, sql, texts, [](const SqliteStatement&) {});
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

class SqliteRowReader final : public RowReader {
public:
    SqliteRowReader(SqliteConnection& connection, const std::string& sql, std::size_t columns)
        : statement_(connection.handle(), sql), row_(columns) {}

    std::span<const CopyValue> next() override {
        is_over_ = is_over_ || !statement_.step();
        if (is_over_) return {};
        int column = 0;
        for (CopyValue& value : row_) value = value_at(statement_, column++);
        return row_;
    }

private:
    SqliteStatement statement_;
    std::vector<CopyValue> row_;
    bool is_over_ = false;  // a statement would begin again
};

std::string insert_into(const CopyTable& table) {
    std::string parameters = "?";
    for (std::size_t column = 1; column < table.columns.size(); ++column) parameters += ", ?";
    return "INSERT INTO " + quoted_name(table.name) + " (" + names_of(table.columns) +
           ") VALUES (" + parameters + ")";
}

class SqliteRowWriter final : public RowWriter {
public:
    SqliteRowWriter(SqliteConnection& connection, const CopyTable& table)
        : connection_(connection), statement_(connection.handle(), insert_into(table)) {
        connection_.begin();
    }
    ~SqliteRowWriter() override { connection_.rollback(); }

    void add(std::span<const CopyValue> row) override {
        int index = 0;
        for (const CopyValue& value : row) bind_value(statement_, ++index, value);
        statement_.step();
        statement_.reset();
        if (++rows_ % rows_a_commit != 0) return;
        finish();
        connection_.begin();
    }
    void finish() override {
        connection_.commit();
        connection_.maintain();
    }

private:
    SqliteConnection& connection_;
    SqliteStatement statement_;
    std::int64_t rows_ = 0;
};

void in_transaction(SqliteConnection& connection, const std::function<void()>& closure) {
    connection.begin();
    try {
        closure();
        connection.commit();
    } catch (...) {
        connection.rollback();
        throw;
    }
}

void write_sqlite_mark(SqliteConnection& connection, const CopyMark& mark) {
    connection.execute(create_sqlite_mark);
    run_once(connection, insert_sqlite_mark, {std::string(word_of(mark.state)), mark.other});
}

// While rows are loaded, player_counts is copied like any other table, not counted.
void stop_triggers(SqliteConnection& connection) {
    int value = 1;
    if (sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &value) !=
            SQLITE_OK ||
        value != 0) {
        throw StorageError(Fault::misuse, "SQLite could not drop its triggers.");
    }
}

}  // namespace

std::optional<CopyMark> copy_mark(SqliteConnection& connection) {
    if (connection.value("SELECT 1 FROM sqlite_schema WHERE name = 'copy_state'").empty()) {
        return std::nullopt;
    }
    std::optional<CopyMark> mark;
    run_once(connection, "SELECT state, other FROM copy_state", {},
             [&](const SqliteStatement& row) {
                 mark = CopyMark{copy_state_of(row.text(0)), std::string(row.text(1))};
             });
    return mark;
}

std::optional<CopyMark> copy_mark(const std::filesystem::path& database) {
    SqliteConnection connection(database, Access::inspect);
    return copy_mark(connection);
}

SqliteCopyEnd::SqliteCopyEnd(std::filesystem::path path)
    : path_(std::move(path)),
      connection_(std::make_unique<SqliteConnection>(path_, Access::read)) {}

SqliteCopyEnd::~SqliteCopyEnd() = default;

// The lock requires that this process doesn't have the file open.
void SqliteCopyEnd::take() {
    connection_.reset();
    try {
        lock_.emplace(path_);
        lock_->lock_file();
    } catch (const StorageError&) {
        lock_.reset();
        connection_ = std::make_unique<SqliteConnection>(path_, Access::read);
        throw;
    }
    connection_ = std::make_unique<SqliteConnection>(path_, Access::write, "", copy_page_bytes);
    connection_->execute("PRAGMA foreign_keys = 0; PRAGMA temp_store = 1");
    stop_triggers(*connection_);
}

std::vector<CopyTable> SqliteCopyEnd::tables() {
    std::vector<CopyTable> tables;
    run_once(*connection_, sqlite_tables, {}, [&](const SqliteStatement& table) {
        if (is_own_table(table.text(0))) return;
        const std::string name(table.text(0));
        CopyTable& found = tables.emplace_back();
        found.name = name;
        run_once(*connection_, sqlite_columns, {name}, [&](const SqliteStatement& column) {
            found.columns.push_back(
                {std::string(column.text(0)), kind_of(column.text(1), sqlite_types)});
        });
        run_once(*connection_, sqlite_key, {name},
                 [&](const SqliteStatement& column) { found.key.emplace_back(column.text(0)); });
        run_once(*connection_, sqlite_references, {name}, [&](const SqliteStatement& row) {
            found.references.push_back(
                {std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2))});
        });
        if (table.integer(1) != 0) found.id = found.key.front();
    });
    return tables;
}

std::unique_ptr<RowReader> SqliteCopyEnd::read(const std::string& sql,
                                               const std::vector<CopyColumn>& columns) {
    return std::make_unique<SqliteRowReader>(*connection_, sql, columns.size());
}

std::int64_t SqliteCopyEnd::last_id(const CopyTable& table) {
    const std::string max = connection_->value("SELECT max(" + quoted_name(*table.id) + ") FROM " +
                                               quoted_name(table.name));
    std::int64_t highest = std::atoll(max.c_str());
    run_once(*connection_, "SELECT seq FROM sqlite_sequence WHERE name = ?1", {table.name},
             [&](const SqliteStatement& given) { highest = std::max(highest, given.integer(0)); });
    return highest;
}

void SqliteCopyEnd::set_last_id(const CopyTable& table, std::int64_t id) {
    if (id == 0) return;
    run_once(*connection_, "DELETE FROM sqlite_sequence WHERE name = ?1", {table.name});
    run_once(*connection_,
             "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, CAST(?2 AS INTEGER))",
             {table.name, std::to_string(id)});
}

std::optional<CopyMark> SqliteCopyEnd::mark() {
    return copy_mark(*connection_);
}

// It takes along all that was written before: a log is synced as a whole.
void SqliteCopyEnd::set_mark(const std::optional<CopyMark>& mark) {
    connection_->execute("PRAGMA synchronous = 2");
    in_transaction(*connection_, [&] {
        if (mark) return write_sqlite_mark(*connection_, *mark);
        connection_->execute("DROP TABLE IF EXISTS copy_state");
    });
}

void SqliteCopyEnd::mark_epoch_over() {
    connection_->execute(mark_epoch_over_sqlite);
}

void SqliteCopyEnd::freeze() {
    connection_->begin_reading();
}

void SqliteCopyEnd::thaw() {
    connection_->commit();
}

void SqliteCopyEnd::begin_load(const std::string& source) {
    std::vector<std::string> names;
    run_once(*connection_, sqlite_indexes, {}, [&](const SqliteStatement& index) {
        names.emplace_back(index.text(0));
        indexes_.emplace_back(index.text(1));
    });
    in_transaction(*connection_, [&] {
        write_sqlite_mark(*connection_, {CopyState::unfinished, source});
        for (const std::string& name : names) {
            connection_->execute("DROP INDEX " + quoted_name(name));
        }
    });
    connection_->execute("PRAGMA synchronous = 1");
}

void SqliteCopyEnd::end_load() {
    in_transaction(*connection_, [this] {
        for (const std::string& sql : indexes_) connection_->execute(sql);
    });
    connection_->maintain();
    const std::string orphans = connection_->value("PRAGMA foreign_key_check");
    if (orphans.empty()) return;
    throw StorageError(Fault::constraint, "Rows of " + orphans + " have broken references.");
}

// Triggers and references are this connection's affair alone.
void SqliteCopyEnd::finish_load() {}

// Needs no transaction: the file is marked while its parts are written. References aren't checked
// again: the source keeps them, and end_load() has checked all.
void SqliteCopyEnd::change(const std::function<void()>& work) {
    work();
}

void SqliteCopyEnd::execute(const std::string& sql) {
    connection_->execute(sql);
}

std::unique_ptr<RowWriter> SqliteCopyEnd::write(const CopyTable& table) {
    return std::make_unique<SqliteRowWriter>(*connection_, table);
}

}  // namespace tanbo::store
