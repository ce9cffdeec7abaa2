#include "server/store/postgres/copy_end.hpp"

#include <bit>
#include <functional>
#include <libpq-fe.h>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/store/error.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/error.hpp"
#include "server/store/postgres/migrations.hpp"
#include "server/store/postgres/session.hpp"
#include "server/store/sql.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t chunk_bytes = std::size_t{256} * 1024;

// Rows as COPY ... (FORMAT binary) has them: numbers are exact, nothing is escaped. The header has
// a signature, no flags and no extension. Source: PostgreSQL 15, COPY, "Binary Format".
constexpr std::string_view copy_header = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"sv;
constexpr std::string_view copy_trailer = "\377\377"sv;
constexpr std::int32_t is_null = -1;
constexpr std::int16_t is_end = -1;

constexpr const char* postgres_catalogue = R"(
SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL),
    coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)::bigint,
    (a.attidentity <> '')::int::bigint
FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
ORDER BY c.relname::text, a.attname::text)";
// Statements that drop something, and those that restore it once rows have been loaded. Primary
// keys stay, since rows come in their order. References come after the indexes that they need.
constexpr const char* postgres_around = R"(
SELECT down, up FROM (
    SELECT DISTINCT 1 AS turn, format('ALTER TABLE %s DISABLE TRIGGER USER', t.tgrelid::regclass)
            AS down,
        format('ALTER TABLE %s ENABLE TRIGGER USER', t.tgrelid::regclass) AS up
    FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
    UNION ALL
    SELECT 2, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
    WHERE c.relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k
                        WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT 3, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
               pg_get_constraintdef(oid))
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace) AS around
ORDER BY turn, up)";

template <class Number>
void append_number(std::string& bytes, Number number) {
    for (int shift = static_cast<int>(sizeof(Number)) * 8 - 8; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> shift);
    }
}

void append_value(std::string& bytes, const CopyValue& value) {
    switch (value.kind) {
        case ValueKind::null:
            return append_number(bytes, is_null);
        case ValueKind::integer:
            append_number(bytes, static_cast<std::int32_t>(sizeof value.integer));
            return append_number(bytes, value.integer);
        case ValueKind::real:
            append_number(bytes, static_cast<std::int32_t>(sizeof value.real));
            return append_number(bytes, std::bit_cast<std::uint64_t>(value.real));
        case ValueKind::text:
        case ValueKind::blob:
            append_number(bytes, static_cast<std::int32_t>(value.bytes.size()));
            bytes += value.bytes;
    }
}

std::string_view take(std::string_view& bytes, std::size_t count) {
    if (count > bytes.size()) {
        throw StorageError(Fault::misuse, "PostgreSQL sent a row that ends too soon.");
    }
    const std::string_view front = bytes.substr(0, count);
    bytes.remove_prefix(count);
    return front;
}

template <class Number>
Number take_number(std::string_view& bytes) {
    std::uint64_t number = 0;
    for (const char byte : take(bytes, sizeof(Number))) {
        number = number << 8 | static_cast<std::uint8_t>(byte);
    }
    return static_cast<Number>(number);
}

CopyValue take_value(std::string_view& bytes, ValueKind kind) {
    const auto size = take_number<std::int32_t>(bytes);
    if (size == is_null) return {};
    CopyValue value;
    value.kind = kind;
    if (kind == ValueKind::integer) {
        value.integer = take_number<std::int64_t>(bytes);
    } else if (kind == ValueKind::real) {
        value.real = std::bit_cast<double>(take_number<std::uint64_t>(bytes));
    } else {
        value.bytes = take(bytes, static_cast<std::uint32_t>(size));
    }
    return value;
}

std::string field(const PostgresResult& rows, int row, int column) {
    return PQgetvalue(rows.get(), row, column);
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
    // Throws unless libpq took the row.
    void require(int is_taken) {
        if (is_taken != 1) throw connection_lost(connection_, sql_);
    }
    pg_conn* connection() const { return connection_; }

private:
    PostgresSession& session_;
    const std::string sql_;
    pg_conn* connection_;
    bool is_open_ = false;
};

void commit_durably(PostgresSession& session, const std::function<void()>& work) {
    session.transact(work,
                     StorageError(Fault::unreachable, "The standby has not confirmed the commit."));
}

bool is_marked(PostgresSession& session) {
    return field(session.ask("SELECT to_regclass('copy_state') IS NOT NULL"), 0, 0) == "t";
}

void write_postgres_mark(PostgresSession& session, const CopyMark& mark) {
    session.ask(create_copy_state(Dialect::postgres));
    ask_with(session, "INSERT INTO copy_state (id, state, other) VALUES (1, $1, $2)",
             {std::string(word_of(mark.state)), mark.other});
}

struct FreeMessage {
    void operator()(char* bytes) const noexcept { PQfreemem(bytes); }
};

class PostgresCopyEnd final : public CopyEnd {
public:
    PostgresCopyEnd(const PostgresAddress& address, bool is_replicated)
        : connection_(address, no_limits) {
        connection_.require(is_replicated);
        connection_.lock_database();
        // Waits for what a server that was killed is still committing, and lets it commit no more.
        session().ask("UPDATE writers SET epoch = epoch + 1, number = 0");
    }

    void read(const std::string& sql, const std::vector<CopyColumn>& columns,
              const TakeRow& take_row) override {
        Copying copying(session(), "COPY (" + sql + ") TO STDOUT (FORMAT binary)", PGRES_COPY_OUT);
        std::vector<CopyValue> row(columns.size());
        for (bool is_first = true;; is_first = false) {
            char* bytes = nullptr;
            const int length = PQgetCopyData(copying.connection(), &bytes, 0);
            const std::unique_ptr<char, FreeMessage> owned(bytes);
            if (length <= 0) break;
            std::string_view message(bytes, static_cast<std::size_t>(length));
            if (is_first) take(message, copy_header.size());
            if (take_number<std::int16_t>(message) == is_end) continue;
            for (std::size_t column = 0; column < row.size(); ++column) {
                row[column] = take_value(message, columns[column].kind);
            }
            take_row(row);
        }
        copying.end();
    }

    void write(const CopyTable& table,
               const std::function<void(const TakeRow& add)>& give) override {
        Copying copying(session(),
                        "COPY " + quoted_name(table.name) + " (" +
                            quoted_names(table.columns, &CopyColumn::name) +
                            ") FROM STDIN (FORMAT binary)",
                        PGRES_COPY_IN);
        std::string bytes(copy_header);
        const auto send = [&] {
            const int size = static_cast<int>(bytes.size());
            copying.require(PQputCopyData(copying.connection(), bytes.data(), size));
            bytes.clear();
        };
        give([&](std::span<const CopyValue> row) {
            append_number(bytes, static_cast<std::int16_t>(row.size()));
            for (const CopyValue& value : row) append_value(bytes, value);
            if (bytes.size() >= chunk_bytes) send();
        });
        bytes += copy_trailer;
        send();
        copying.require(PQputCopyEnd(copying.connection(), nullptr));
        copying.end();
    }

    std::int64_t last_id(const CopyTable& table) override {
        return number("SELECT greatest(pg_sequence_last_value(" + sequence_of(table) + "), max(" +
                      quoted_name(table.id) + "), 0) FROM " + quoted_name(table.name));
    }

    void set_last_id(const CopyTable& table, std::int64_t id) override {
        if (id == 0) return;
        session().ask("SELECT setval(" + sequence_of(table) + ", " + std::to_string(id) + ")");
    }

    std::optional<CopyMark> mark() override { return copy_mark(session()); }

    void set_mark(const std::optional<CopyMark>& mark) override {
        commit_durably(session(), [&] { write_mark(mark); });
    }

    void mark_epoch_over() override {
        commit_durably(session(), [this] { session().ask(mark_epoch_over_postgres); });
    }

    void begin_load(const std::string& source) override {
        const PostgresResult around = session().ask(postgres_around);
        commit_durably(session(), [&] {
            // References before the keys that they lean on.
            for (int row = PQntuples(around.get()) - 1; row >= 0; --row) {
                session().ask(field(around, row, 0));
                restoring_.insert(restoring_.begin(), field(around, row, 1));
            }
            session().ask(forget_epochs);
            write_mark(CopyMark{CopyState::unfinished, source});
        });
        session().ask("SET maintenance_work_mem = '256MB'");
    }

    void end_load() override {
        commit_durably(session(), [this] {
            for (const std::string& statement : restoring_) session().ask(statement);
        });
        session().ask("ANALYZE");
    }

private:
    std::string catalogue() const override { return postgres_catalogue; }

    static std::string sequence_of(const CopyTable& table) {
        return "pg_get_serial_sequence('" + quoted_name(table.name) + "', '" + table.id +
               "')::regclass";
    }

    void write_mark(const std::optional<CopyMark>& mark) {
        if (is_marked(session())) session().ask("DROP TABLE copy_state");
        if (mark) write_postgres_mark(session(), *mark);
    }

    PostgresSession& session() { return connection_.session(); }

    PostgresConnection connection_;
    std::vector<std::string> restoring_;  // what end_load() does
};

}  // namespace

std::optional<CopyMark> copy_mark(PostgresSession& session) {
    if (!is_marked(session)) return std::nullopt;
    const PostgresResult row = session.ask("SELECT state, other FROM copy_state");
    if (PQntuples(row.get()) == 0) return std::nullopt;
    return CopyMark{copy_state_of(field(row, 0, 0)), field(row, 0, 1)};
}

std::unique_ptr<CopyEnd> begin_postgres_end(const PostgresAddress& address, bool is_replicated,
                                            std::span<const Migration> migrations,
                                            const CopyMark& mark) {
    {
        PostgresConnection connection(address, no_limits);
        connection.require(is_replicated);
        connection.lock_database();
        PostgresSession& session = connection.session();
        const MigrationPlan plan = plan_postgres(session, address.text, migrations);
        if (!plan.is_new) throw StorageError(Fault::misuse, address.text + " is begun already.");
        migrate_postgres(session, plan, [&] { write_postgres_mark(session, mark); });
    }
    return open_postgres_end(address, is_replicated);
}

std::unique_ptr<CopyEnd> open_postgres_end(const PostgresAddress& address, bool is_replicated) {
    return std::make_unique<PostgresCopyEnd>(address, is_replicated);
}

}  // namespace tanbo::store
