// Rows as COPY has them, and copies from SQLite to PostgreSQL and back of values that are not
// usual. The program is in tests/system/test_copy.py.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <libpq-fe.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/copier.hpp"
#include "server/store/copy_end.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/copy_rows.hpp"
#include "server/store/sqlite/connection.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/postgres_cluster.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::store {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

CopyValue integer(std::int64_t value) {
    return {.kind = ValueKind::integer, .integer = value};
}
CopyValue real(double value) {
    return {.kind = ValueKind::real, .real = value};
}
CopyValue text(std::string_view value) {
    return {.kind = ValueKind::text, .bytes = value};
}
CopyValue blob(std::string_view value) {
    return {.kind = ValueKind::blob, .bytes = value};
}

const std::vector<CopyColumn> four = {{"a", ValueKind::integer},
                                      {"b", ValueKind::real},
                                      {"c", ValueKind::text},
                                      {"d", ValueKind::blob}};

std::string row_of(const std::vector<CopyValue>& row) {
    std::string bytes;
    append_copy_row(bytes, row);
    return bytes;
}

TEST(CopyRows, HaveTheBytesThatPostgresqlDocuments) {
    const std::string row = row_of({integer(-2), real(1.5), text("é"), blob("\0a"sv), {}});

    EXPECT_EQ(row,
              "\0\5"
              "\0\0\0\10\377\377\377\377\377\377\377\376"
              "\0\0\0\10\77\370\0\0\0\0\0\0"
              "\0\0\0\2\303\251"
              "\0\0\0\2\0a"
              "\377\377\377\377"s);
}

TEST(CopyRows, AreReadAsTheyWereWritten) {
    const std::vector<std::vector<CopyValue>> rows = {
        {integer(std::numeric_limits<std::int64_t>::min()), real(-0.0), text(""), blob("")},
        {integer(std::numeric_limits<std::int64_t>::max()), real(1e-300), text("é"), blob("\0"sv)},
        {{}, {}, {}, {}},
        {integer(0), real(std::numeric_limits<double>::infinity()), text("\n\\."), {}},
    };
    CopyRowDecoder decoder(four);
    std::string header(copy_header);

    for (const auto& row : rows) {
        const std::string message = std::exchange(header, "") + row_of(row);
        const auto read = decoder.decode(message);
        EXPECT_TRUE(std::ranges::equal(read, row, is_same));
    }
    EXPECT_TRUE(decoder.decode(copy_trailer).empty());
}

TEST(CopyRows, AreRefusedWhereverTheyEnd) {
    const std::string whole =
        std::string(copy_header) + row_of({integer(1), real(2), text("three"), blob("four")});

    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        CopyRowDecoder decoder(four);
        EXPECT_EQ(fault_of([&] { decoder.decode(whole.substr(0, bytes)); }), Fault::misuse);
    }
    CopyRowDecoder decoder(four);
    EXPECT_EQ(fault_of([&] { decoder.decode(whole + "\0"s); }), Fault::misuse);
}

TEST(CopyValues, AreTheSameToTheBit) {
    EXPECT_TRUE(is_same(real(0.1), real(0.1)));
    EXPECT_FALSE(is_same(real(0.0), real(-0.0)));
    EXPECT_FALSE(is_same(real(1), real(std::nextafter(1.0, 2.0))));
    EXPECT_FALSE(is_same(integer(1), real(1)));
    EXPECT_FALSE(is_same(text(""), {}));
    EXPECT_FALSE(is_same(text("a"), blob("a")));
}

// A table of each kind of values, beside those of the migrations.
constexpr const char* more_in_sqlite = R"(
CREATE TABLE more (name TEXT NOT NULL, number INTEGER NOT NULL, share REAL, raw BLOB,
                   twice INTEGER GENERATED ALWAYS AS (number * 2) VIRTUAL,
                   PRIMARY KEY (number, name)) STRICT, WITHOUT ROWID;
INSERT INTO more (name, number, share, raw) VALUES
    ('é', 2, 1e-300, x'00ff'), ('z', 2, 0.1, x''), ('', -9223372036854775808, NULL, NULL))";
constexpr const char* more_in_postgres = R"(
CREATE TABLE more (raw BYTEA, number BIGINT NOT NULL, name TEXT NOT NULL, share DOUBLE PRECISION,
                   twice BIGINT GENERATED ALWAYS AS (number) STORED, PRIMARY KEY (number, name)))";

const std::string no_more = more_in_sqlite + "; DELETE FROM more"s;

void nobody(std::int64_t /*rows*/) {}

// Databases of both engines.
class Copies : public ::testing::Test {
protected:
    DatabaseOptions file(const std::string& name, const std::string& sql = {}) const {
        const DatabaseOptions options = options_for((folder_.path() / name).string());
        {
            const Database begun(options);
        }
        SqliteConnection(options.path, Access::write).execute(sql);
        return options;
    }
    static DatabaseOptions postgres(const std::string& sql = {}) {
        const DatabaseOptions options =
            options_for("postgres:" + test::PostgresCluster::instance().new_database());
        {
            const Database begun(options);
        }
        PostgresConnection(*options.postgres).session().script(sql);
        return options;
    }

    static std::unique_ptr<CopyEnd> taken(const DatabaseOptions& options) {
        auto end = open_copy_end(options);
        end->take();
        return end;
    }

    // Copies all of it, as far as `tanbod copy` does before it compares.
    static std::int64_t load(CopyEnd& target, Copier& copier) {
        target.begin_load("the source");
        const std::int64_t logs = copier.copy_logs();
        const std::int64_t rest = copier.copy_rest();
        target.end_load();
        return logs + rest;
    }

    // The first difference, if there is one.
    std::string difference(Copier& copier) {
        const auto scratch = taken(file("scratch" + std::to_string(++scratches_), no_more));
        scratch->begin_load("the target");
        return copier.compare(*scratch).value_or("");
    }

private:
    const test::TemporaryFolder folder_;
    int scratches_ = 0;
};

std::string names(const std::vector<CopyTable>& tables) {
    std::string found;
    for (const CopyTable& table : tables) found += (found.empty() ? "" : " ") + table.name;
    return found;
}

TEST_F(Copies, NoTableOfEitherCatalogueIsForgotten) {
    const DatabaseOptions options = file("all.db");
    const auto sqlite = open_copy_end(options)->tables();
    const auto postgres = open_copy_end(Copies::postgres())->tables();

    ASSERT_EQ(sqlite.size(), postgres.size());
    for (std::size_t i = 0; i < sqlite.size(); ++i) {
        EXPECT_TRUE(is_alike(sqlite[i], postgres[i])) << sqlite[i].name << postgres[i].name;
    }
    SqliteConnection connection(options.path, Access::read);
    EXPECT_EQ(names(sqlite),
              connection.value("SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema"
                               " WHERE type = 'table' AND name NOT IN ('sqlite_sequence',"
                               " 'schema_migrations') ORDER BY name)"));
}

// Every value of the table as SQLite writes it down.
std::string held_in(const DatabaseOptions& options) {
    SqliteConnection connection(options.path, Access::read);
    return connection.value(
        "SELECT group_concat(quote(name) || quote(number) || quote(share) || quote(raw), ';')"
        " FROM (SELECT * FROM more ORDER BY number, name)");
}

TEST_F(Copies, KeepEveryValueThereAndBack) {
    const DatabaseOptions first = file("first.db", more_in_sqlite);
    const DatabaseOptions last = file("last.db", no_more);
    const auto source = taken(first);
    const auto middle = taken(postgres(more_in_postgres));
    const auto target = taken(last);

    Copier there(*source, *middle, nobody);
    EXPECT_EQ(load(*middle, there), 3);
    Copier back(*middle, *target, nobody);
    EXPECT_EQ(load(*target, back), 3);

    EXPECT_EQ(difference(there), "");
    EXPECT_EQ(difference(back), "");
    EXPECT_EQ(held_in(last), held_in(first));
    EXPECT_NE(held_in(first).find("1.0e-300"), std::string::npos);
}

TEST_F(Copies, FindWhatIsNotTheSame) {
    const auto source = taken(file("source.db", more_in_sqlite));
    const std::pair<const char*, const char*> changes[] = {
        {"UPDATE more SET share = 1.0000000000000002e-300 WHERE name = 'é'", "differs in share"},
        {"UPDATE more SET raw = NULL WHERE name = 'z'", "differs in raw"},
        {"DELETE FROM more WHERE name = 'z'", "the target more number=2 name=é"},
        {"INSERT INTO more (number, name) VALUES (3, '')", "has no more rows of more"},
        {"SELECT nextval(pg_get_serial_sequence('accounts', 'id'))", "next number of accounts"},
    };

    for (const auto& [sql, words] : changes) {
        const DatabaseOptions options = postgres(more_in_postgres);
        const auto target = taken(options);
        Copier copier(*source, *target, nobody);
        load(*target, copier);
        ASSERT_EQ(difference(copier), "");
        PostgresConnection(*options.postgres).session().script(sql);
        EXPECT_NE(difference(copier).find(words), std::string::npos) << sql << difference(copier);
    }
}

TEST_F(Copies, PutUpAgainWhatTheyTookDown) {
    constexpr const char* around =
        "SELECT string_agg(it, ' ' ORDER BY it) FROM ("
        " SELECT indexdef AS it FROM pg_indexes WHERE schemaname = 'public'"
        " UNION ALL SELECT conrelid::regclass::text || pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'copy_state'"
        " UNION ALL SELECT tgname::text || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal) "
        "AS all_of_it"
        " WHERE it NOT LIKE '%copy_state%'";
    const auto source = taken(file("source.db"));
    const DatabaseOptions options = postgres();
    PostgresConnection look(*options.postgres);
    const auto asked = [&look] {
        return std::string(PQgetvalue(look.session().ask(around).get(), 0, 0));
    };
    const std::string before = asked();
    const auto target = taken(options);
    Copier copier(*source, *target, nobody);

    target->begin_load("the source");
    EXPECT_LT(asked().size(), before.size() / 2);
    target->end_load();

    EXPECT_EQ(asked(), before);
}

TEST_F(Copies, LeaveAMarkUntilTheyAreWhole) {
    const DatabaseOptions sqlite = file("target.db");
    const DatabaseOptions postgres = Copies::postgres();

    for (const DatabaseOptions& options : {sqlite, postgres}) {
        std::string why;
        taken(options)->begin_load("the source");
        EXPECT_EQ(fault_of([&] { const Database refused(options); }, &why), Fault::cannot_open);
        EXPECT_NE(why.find("a copy of the source into it was not finished"), std::string::npos);

        taken(options)->set_mark(CopyMark{CopyState::left, "elsewhere"});
        EXPECT_EQ(fault_of([&] { const Database refused(options); }, &why), Fault::cannot_open);
        EXPECT_NE(why.find("it was copied to elsewhere"), std::string::npos) << why;

        taken(options)->set_mark(std::nullopt);
        const Database opened(options);
    }
}

}  // namespace
}  // namespace tanbo::store
