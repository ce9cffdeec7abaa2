#include "server/store/postgres/copy_end.hpp"

#include <functional>
#include <libpq-fe.h>
#include <span>
#include <string_view>

#include "server/store/error.hpp"
#include "server/store/postgres/copy_rows.hpp"
#include "server/store/postgres/error.hpp"
#include "server/store/postgres/session.hpp"
#include "server/store/sql.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{256} * 1024;

constexpr const char* postgres_columns = R"(
SELECT c.relname, a.attname, format_type(a.atttypid, NULL), a.attidentity <> ''
FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
ORDER BY c.relname, a.attname)";
constexpr const char* postgres_key = R"(
SELECT a.attname
FROM pg_index AS i CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
WHERE i.indrelid = $1::regclass AND i.indisprimary
ORDER BY k.place)";
constexpr const char* postgres_references = R"(
SELECT a.attname, c.confrelid::regclass, b.attname
FROM pg_constraint AS c
    JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
WHERE c.conrelid = $1::regclass AND c.contype = 'f' AND cardinality(c.conkey) = 1
ORDER BY a.attname)";
// Statements that take something down, those that put it up again when rows have been loaded, and
// those that are executed when all is done. Keys stay, since rows come in their order. References
// come behind the indexes that they would be looked up by. Until the end they are looked at only as
// a transaction ends, and those that delete other rows are not there.
constexpr const char* postgres_around = R"(
SELECT down, up, at_last FROM (
    SELECT 1 AS turn, format('DROP INDEX %s', i.indexrelid::regclass) AS down,
           pg_get_indexdef(i.indexrelid) AS up, NULL AS at_last
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
    WHERE c.relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k
                        WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT 2, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
           CASE WHEN confdeltype = 'a' THEN
               format('ALTER TABLE %s ADD CONSTRAINT %I %s DEFERRABLE INITIALLY DEFERRED',
                      conrelid::regclass, conname, pg_get_constraintdef(oid)) END,
           CASE WHEN confdeltype = 'a' THEN
               format('ALTER TABLE %s ALTER CONSTRAINT %I NOT DEFERRABLE', conrelid::regclass,
                      conname)
           ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
                       pg_get_constraintdef(oid)) END
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    UNION ALL
    SELECT DISTINCT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', t.tgrelid::regclass), NULL,
           format('ALTER TABLE %s ENABLE TRIGGER USER', t.tgrelid::regclass)
    FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal) AS around
ORDER BY turn, up, at_last)";
constexpr const char* create_postgres_mark = R"(
CREATE TABLE copy_state (
    id BIGINT PRIMARY KEY CHECK (id = 1), -- the only row
    state TEXT NOT NULL CHECK (state IN ('unfinished', 'left', 'split')),
    other TEXT NOT NULL -- the database at the copy's other end
))";

constexpr ColumnTypes postgres_types = {"bigint", "double precision", "text", "bytea"};

std::string field(const PostgresResult& rows, int row, int column) {
    return PQgetvalue(rows.get(), row, column);
}

// The values of a column that are not NULL.
std::vector<std::string> column_of(const PostgresResult& rows, int column) {
    std::vector<std::string> values;
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
        if (PQgetisnull(rows.get(), row, column) == 0) values.push_back(field(rows, row, column));
    }
    return values;
}

void require_status(const PostgresResult& result, ExecStatusType status, const std::string& sql) {
    if (PQresultStatus(result.get()) == status) return;
    throw postgres_error(*result, "executing \"" + sql + "\"");
}

// COPY from its beginning to its end. One that is left in the middle takes the connection along.
class Copying {
public:
    Copying(PostgresSession& session, std::string sql, ExecStatusType status)
        : session_(session), sql_(std::move(sql)), connection_(session.begin_plain()) {
        try {
            require_status(PostgresResult(PQexec(connection_, sql_.c_str())), status, sql_);
        } catch (const StorageError&) {
            session_.end_plain();
            throw;
        }
        is_open_ = true;
    }
    ~Copying() {
        if (is_open_) session_.close();
    }
    Copying(const Copying&) = delete;
    Copying& operator=(const Copying&) = delete;

    // The server's verdict on all of it.
    void end() {
        is_open_ = false;
        PostgresResult last;
        while (PostgresResult result = PostgresResult(PQgetResult(connection_))) {
            if (!last || PQresultStatus(last.get()) == PGRES_COMMAND_OK) last = std::move(result);
        }
        if (!last) throw connection_lost(connection_, sql_);
        session_.end_plain();
        require_status(last, PGRES_COMMAND_OK, sql_);
    }
    pg_conn* connection() const { return connection_; }
    const std::string& sql() const { return sql_; }

private:
    PostgresSession& session_;
    const std::string sql_;
    pg_conn* connection_;
    bool is_open_ = false;
};

class PostgresRowReader final : public RowReader {
public:
    PostgresRowReader(PostgresSession& session, const std::string& sql,
                      const std::vector<CopyColumn>& columns)
        : copying_(session, "COPY (" + sql + ") TO STDOUT (FORMAT binary)", PGRES_COPY_OUT),
          decoder_(columns) {}

    std::span<const CopyValue> next() override {
        if (is_over_) return {};
        char* bytes = nullptr;
        const int length = PQgetCopyData(copying_.connection(), &bytes, 0);
        message_.reset(bytes);
        if (length > 0) {
            const auto row = decoder_.decode({bytes, static_cast<std::size_t>(length)});
            if (!row.empty()) return row;
            return next();  // behind the trailer nothing is left but what end() asks for
        }
        is_over_ = true;
        copying_.end();
        return {};
    }

private:
    struct Free {
        void operator()(char* bytes) const noexcept { PQfreemem(bytes); }
    };

    Copying copying_;
    CopyRowDecoder decoder_;
    std::unique_ptr<char, Free> message_;
    bool is_over_ = false;
};

class PostgresRowWriter final : public RowWriter {
public:
    PostgresRowWriter(PostgresSession& session, const CopyTable& table)
        : copying_(session,
                   "COPY " + quoted_name(table.name) + " (" + names_of(table.columns) +
                       ") FROM STDIN (FORMAT binary)",
                   PGRES_COPY_IN),
          bytes_(copy_header) {}

    void add(std::span<const CopyValue> row) override {
        append_copy_row(bytes_, row);
        if (bytes_.size() >= chunk_bytes) send();
    }
    void finish() override {
        bytes_ += copy_trailer;
        send();
        if (PQputCopyEnd(copying_.connection(), nullptr) != 1) lose();
        copying_.end();
    }

private:
    void send() {
        const int bytes = static_cast<int>(bytes_.size());
        if (PQputCopyData(copying_.connection(), bytes_.data(), bytes) != 1) lose();
        bytes_.clear();
    }
    [[noreturn]] void lose() { throw connection_lost(copying_.connection(), copying_.sql()); }

    Copying copying_;
    std::string bytes_;
};

void commit_durably(PostgresSession& session, const std::function<void()>& work) {
    session.transact(work,
                     StorageError(Fault::unreachable, "The standby has not confirmed the commit."));
}

bool is_marked(PostgresSession& session) {
    return field(session.ask("SELECT to_regclass('copy_state') IS NOT NULL"), 0, 0) == "t";
}

void write_postgres_mark(PostgresSession& session, const std::optional<CopyMark>& mark) {
    if (is_marked(session)) session.ask("DROP TABLE copy_state");
    if (!mark) return;
    session.ask(create_postgres_mark);
    ask_with(session, "INSERT INTO copy_state (id, state, other) VALUES (1, $1, $2)",
             {std::string(word_of(mark->state)), mark->other});
}

}  // namespace

std::optional<CopyMark> copy_mark(PostgresSession& session) {
    if (!is_marked(session)) return std::nullopt;
    const PostgresResult row = session.ask("SELECT state, other FROM copy_state");
    if (PQntuples(row.get()) == 0) return std::nullopt;
    return CopyMark{copy_state_of(field(row, 0, 0)), field(row, 0, 1)};
}

PostgresCopyEnd::PostgresCopyEnd(const PostgresAddress& address, bool is_replicated)
    : connection_(address, no_limits) {
    connection_.require(is_replicated);
}

void PostgresCopyEnd::take() {
    connection_.lock_database();
    // Waits for what a server that was killed is still committing, and lets it commit no more.
    session().ask("UPDATE writers SET epoch = epoch + 1, number = 0");
}

std::vector<CopyTable> PostgresCopyEnd::tables() {
    std::vector<CopyTable> tables;
    const PostgresResult columns = session().ask(postgres_columns);
    for (int row = 0; row < PQntuples(columns.get()); ++row) {
        const std::string table = field(columns, row, 0);
        if (is_own_table(table)) continue;
        if (tables.empty() || tables.back().name != table) tables.push_back({table, {}, {}, {}});
        const std::string column = field(columns, row, 1);
        tables.back().columns.push_back({column, kind_of(field(columns, row, 2), postgres_types)});
        if (field(columns, row, 3) == "t") tables.back().id = column;
    }
    for (CopyTable& table : tables) {
        const PostgresResult key = ask_with(session(), postgres_key, {quoted_name(table.name)});
        for (int row = 0; row < PQntuples(key.get()); ++row) {
            table.key.push_back(field(key, row, 0));
        }
        const PostgresResult references =
            ask_with(session(), postgres_references, {quoted_name(table.name)});
        for (int row = 0; row < PQntuples(references.get()); ++row) {
            table.references.push_back(
                {field(references, row, 0), field(references, row, 1), field(references, row, 2)});
        }
    }
    return tables;
}

std::unique_ptr<RowReader> PostgresCopyEnd::read(const std::string& sql,
                                                 const std::vector<CopyColumn>& columns) {
    return std::make_unique<PostgresRowReader>(session(), sql, columns);
}

std::int64_t PostgresCopyEnd::last_id(const CopyTable& table) {
    const std::string name = quoted_name(table.name);
    const PostgresResult row = ask_with(
        session(),
        ("SELECT greatest(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), max(" +
         quoted_name(*table.id) + "), 0) FROM " + name)
            .c_str(),
        {name, *table.id});
    return integer_at(row, 0, 0);
}

void PostgresCopyEnd::set_last_id(const CopyTable& table, std::int64_t id) {
    if (id == 0) return;
    ask_with(session(), "SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3)",
             {quoted_name(table.name), *table.id, std::to_string(id)});
}

std::optional<CopyMark> PostgresCopyEnd::mark() {
    return copy_mark(session());
}

void PostgresCopyEnd::set_mark(const std::optional<CopyMark>& mark) {
    commit_durably(session(), [&] { write_postgres_mark(session(), mark); });
}

void PostgresCopyEnd::mark_epoch_over() {
    commit_durably(session(), [this] { session().ask(mark_epoch_over_postgres); });
}

void PostgresCopyEnd::freeze() {
    session().ask("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

void PostgresCopyEnd::thaw() {
    session().ask("COMMIT");
}

void PostgresCopyEnd::begin_load(const std::string& source) {
    const PostgresResult around = session().ask(postgres_around);
    commit_durably(session(), [&] {
        // References before the keys that they lean on.
        for (int row = PQntuples(around.get()) - 1; row >= 0; --row) {
            session().ask(field(around, row, 0));
        }
        write_postgres_mark(session(), CopyMark{CopyState::unfinished, source});
    });
    restoring_ = column_of(around, 1);
    finishing_ = column_of(around, 2);
    session().ask("SET maintenance_work_mem = '256MB'");
}

void PostgresCopyEnd::end_load() {
    change([this] {
        for (const std::string& statement : restoring_) session().ask(statement);
    });
    session().ask("ANALYZE");
}

void PostgresCopyEnd::finish_load() {
    change([this] {
        for (const std::string& statement : finishing_) session().ask(statement);
    });
}

void PostgresCopyEnd::change(const std::function<void()>& work) {
    commit_durably(session(), work);
}

void PostgresCopyEnd::execute(const std::string& sql) {
    session().ask(sql);
}

std::unique_ptr<RowWriter> PostgresCopyEnd::write(const CopyTable& table) {
    return std::make_unique<PostgresRowWriter>(session(), table);
}

}  // namespace tanbo::store
