#include "server/store/sqlite/migrations.hpp"

#include <array>
#include <map>
#include <regex>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/sqlite/connection.hpp"
#include "server/store/statement.hpp"
#include "tests/server/store/child.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::store {
namespace {

namespace fs = std::filesystem;

constexpr Migration first{1, "0001_first", "CREATE TABLE things (id INTEGER PRIMARY KEY) STRICT;",
                          "aaaa"};
constexpr Migration second{
    2, "0002_second",
    "ALTER TABLE things ADD COLUMN size INTEGER; UPDATE things SET size = id * 2;", "bbbb"};
constexpr Migration broken{2, "0002_broken",
                           "CREATE TABLE more (id INTEGER) STRICT; DELETE FROM things; NONSENSE;",
                           "cccc"};
constexpr Migration orphaning{
    2, "0002_orphaning",
    "CREATE TABLE parts (thing INTEGER REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)"
    " STRICT; INSERT INTO parts VALUES (99);",
    "dddd"};
constexpr Migration edited{1, "0001_first", "CREATE TABLE other (id INTEGER) STRICT;", "eeee"};

constexpr Migration third{3, "0003_contract_sizes", "ALTER TABLE things DROP COLUMN size;", "ffff"};
constexpr Migration fourth{4, "0004_weights", "ALTER TABLE things ADD COLUMN weight INTEGER;",
                           "gggg"};

constexpr std::array only_first = {first};
constexpr std::array both = {first, second};
constexpr std::array then_broken = {first, broken};
constexpr std::array then_orphaning = {first, orphaning};
constexpr std::array with_edited = {edited, second};
constexpr std::array then_contracted = {first, second, third};
constexpr std::array then_expanded_again = {first, second, third, fourth};

class MigrationsTest : public testing::Test {
protected:
    DatabaseOptions options(std::span<const Migration> migrations) const {
        DatabaseOptions result;
        result.path = path;
        result.migrations = migrations;
        return result;
    }
    // A database with the first migration and one row.
    void make_old() const {
        Database database(options(only_first));
        sqlite_writer(database).execute("INSERT INTO things (id) VALUES (21)");
    }
    // Everything in the folder but the lock file.
    std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> result;
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            if (entry.path().extension() == ".lock") continue;
            result[entry.path().filename()] = bytes_of(entry.path());
        }
        return result;
    }
    Fault refusal(std::span<const Migration> migrations) {
        return fault_of([&] { const Database refused(options(migrations)); }, &detail);
    }

    // One of the last version before the baseline.
    void make_version_39() const {
        SqliteConnection(path, Access::write)
            .execute(
                bytes_of(tests::source_folder() / "tests" / "server" / "store" / "version_39.sql"));
    }
    // Its tables, indexes and triggers, by name, without comments and spaces.
    static std::string schema_of(const fs::path& database) {
        SqliteConnection connection(database, Access::read);
        Query objects = connection.ask(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name");
        std::string schema;
        while (objects.step()) {
            (schema += objects.text(0)) += objects.text(1);
            static const std::regex unneeded(R"(--[^\n]*|[\s"])");
            schema += std::regex_replace(std::string(objects.text(2)), unneeded, "") + "\n";
        }
        return schema;
    }

    test::TemporaryFolder folder;
    fs::path path = folder.path() / "tanbo.db";
    std::string detail;
};

TEST_F(MigrationsTest, AreNumberedWithoutGapsAndCarryTheirChecksums) {
    int version = embedded_migrations().front().version - 1;
    for (const Migration& migration : embedded_migrations()) {
        EXPECT_EQ(migration.version, ++version);
        EXPECT_EQ(std::stoi(std::string(migration.name.substr(0, 4))), version);
        const fs::path file =
            tests::source_folder() / "migrations" / (std::string(migration.name) + ".sql");
        EXPECT_EQ(migration.sql, bytes_of(file));
        EXPECT_EQ(migration.sha256.size(), 64U);
    }
}

TEST_F(MigrationsTest, AreGivenToEachEngineInItsWords) {
    const std::string_view marked = R"(
-- INTEGER {a|b}
CREATE {|UNLOGGED }TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b BLOB, c REAL DEFAULT 1) {STRICT};
INSERT INTO "BLOB" VALUES ('{REAL|', 'it''s {}', 'a' || b);
{SELECT 'a' || 'b|'|SELECT 'INTEGER', 1 || 2})";

    EXPECT_EQ(migration_text(marked, Dialect::sqlite), R"(
-- INTEGER {a|b}
CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b BLOB, c REAL DEFAULT 1) STRICT;
INSERT INTO "BLOB" VALUES ('{REAL|', 'it''s {}', 'a' || b);
SELECT 'a' || 'b|')");
    EXPECT_EQ(migration_text(marked, Dialect::postgres), R"(
-- INTEGER {a|b}
CREATE UNLOGGED TABLE a (id BIGINT PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, b BYTEA, c DOUBLE PRECISION DEFAULT 1) ;
INSERT INTO "BLOB" VALUES ('{REAL|', 'it''s {}', 'a' || b);
SELECT 'INTEGER', 1 || 2)");
}

TEST_F(MigrationsTest, GoOnFromADatabaseThatHasHadAllThatTheBaselineReplaces) {
    make_version_39();
    const std::string old_schema = schema_of(path);

    const Database database(options(embedded_migrations()));

    EXPECT_EQ(database.migrated_from(), 39);
    if (embedded_migrations().size() == 1) EXPECT_EQ(database.copied_to(), std::nullopt);
    const fs::path fresh = folder.path() / "fresh.db";
    DatabaseOptions of_fresh = options(embedded_migrations().first(1));
    of_fresh.path = fresh;
    {
        const Database made(of_fresh);
    }
    EXPECT_EQ(old_schema, schema_of(fresh));
    SqliteConnection(fresh, Access::write).execute("DROP INDEX games_by_end");
    EXPECT_NE(old_schema, schema_of(fresh)) << "or a difference would not be noticed";
}

TEST_F(MigrationsTest, RefuseADatabaseFromBeforeTheBaseline) {
    make_version_39();
    SqliteConnection(path, Access::write)
        .execute("DELETE FROM schema_migrations WHERE version = 39; PRAGMA user_version = 38");
    const auto before = files();

    EXPECT_EQ(refusal(embedded_migrations()), Fault::older_schema);

    EXPECT_NE(detail.find("version 38"), std::string::npos) << detail;
    EXPECT_NE(detail.find("Upgrade it with commit 60153702"), std::string::npos) << detail;
    EXPECT_EQ(files(), before);
}

TEST_F(MigrationsTest, MakeANewDatabaseWithoutACopy) {
    Database database(options(both));

    EXPECT_EQ(database.migrated_from(), 0);
    EXPECT_EQ(database.version(), 2);
    EXPECT_EQ(database.copied_to(), std::nullopt);
    EXPECT_EQ(
        sqlite_writer(database).value("SELECT group_concat(name || ' ' || sha256, ',')"
                                      " FROM schema_migrations WHERE applied_at > 1700000000000"),
        "0001_first aaaa,0002_second bbbb");
}

TEST_F(MigrationsTest, RunOnlyOnce) {
    make_old();

    const Database again(options(only_first));

    EXPECT_EQ(again.migrated_from(), 1);
    EXPECT_EQ(again.copied_to(), std::nullopt);
}

TEST_F(MigrationsTest, BringAnOlderDatabaseUpAndCopyItAsideFirst) {
    make_old();
    const auto before = files();

    Database database(options(both));

    EXPECT_NE(files(), before) << "or the other tests would not notice a change";
    EXPECT_EQ(database.migrated_from(), 1);
    EXPECT_EQ(sqlite_writer(database).value("SELECT size FROM things WHERE id = 21"), "42");
    ASSERT_EQ(database.copied_to(), fs::path(path.string() + ".before-0002"));
    DatabaseOptions old = options(only_first);
    old.path = *database.copied_to();
    EXPECT_EQ(sqlite_writer(Database(old)).value("SELECT id FROM things"), "21")
        << "the copy opens with the older program";
}

TEST_F(MigrationsTest, LeaveForLaterWhatOnlyOlderProgramsNeed) {
    make_old();
    {
        const Database expanded(options(then_contracted));
        EXPECT_EQ(expanded.version(), 2);
    }
    const MigrationPlan planned = plan(path, then_contracted);
    EXPECT_TRUE(planned.pending.empty());
    ASSERT_EQ(planned.waiting.size(), 1U);
    EXPECT_EQ(planned.waiting[0]->name, "0003_contract_sizes");

    DatabaseOptions contracting = options(then_contracted);
    contracting.schema.contracts = true;

    EXPECT_EQ(migrate_database(contracting).version, 3);
    EXPECT_EQ(Database(options(then_contracted)).version(), 3);
}

TEST_F(MigrationsTest, ContractIfWhatComesBehindItIsNeeded) {
    make_old();

    const Database database(options(then_expanded_again));

    EXPECT_EQ(database.version(), 4);
}

TEST_F(MigrationsTest, ContractANewDatabaseAtOnce) {
    EXPECT_EQ(Database(options(then_contracted)).version(), 3);
}

TEST_F(MigrationsTest, TakeANewerSchemaThatWasOnlyExpandedIfTheyAreToldTo) {
    {
        const Database newer(options(both));
    }
    EXPECT_EQ(refusal(only_first), Fault::newer_schema);

    DatabaseOptions older = options(only_first);
    older.schema.takes_newer = true;
    EXPECT_EQ(Database(older).version(), 2);

    older.migrations = both;
    older.schema.contracts = true;
    {
        DatabaseOptions contracting = options(then_contracted);
        contracting.schema.contracts = true;
        EXPECT_EQ(migrate_database(contracting).version, 3);
    }
    EXPECT_EQ(fault_of([&] { const Database refused(older); }, &detail), Fault::newer_schema);
    EXPECT_NE(detail.find("0003_contract_sizes"), std::string::npos) << detail;
}

TEST_F(MigrationsTest, NeverWriteOverAnEarlierCopy) {
    make_old();
    std::ofstream(path.string() + ".before-0002") << "precious";

    const Database database(options(both));

    EXPECT_EQ(database.copied_to(), fs::path(path.string() + ".before-0002.2"));
    EXPECT_EQ(bytes_of(path.string() + ".before-0002"), "precious");
}

TEST_F(MigrationsTest, ThatAreKilledAndRepeatedLeaveOneCopy) {
    make_old();
    for (int attempt = 0; attempt < 3; ++attempt) {
        std::ofstream(path.string() + ".before-0002.partial") << "half a copy";
    }

    {
        const Database database(options(both));
        EXPECT_EQ(database.copied_to(), fs::path(path.string() + ".before-0002"));
    }

    EXPECT_FALSE(fs::exists(path.string() + ".before-0002.partial"));
    EXPECT_FALSE(fs::exists(path.string() + ".before-0002.2"));
    DatabaseOptions old = options(only_first);
    old.path = path.string() + ".before-0002";
    EXPECT_EQ(sqlite_writer(Database(old)).value("SELECT id FROM things"), "21");
}

TEST_F(MigrationsTest, ThatAreKilledBeforeTheirCopyHasItsNameGiveItOne) {
    make_old();
    {
        const Database database(options(both));
    }
    fs::rename(path.string() + ".before-0002", path.string() + ".before-0002.partial");

    const Database database(options(both));

    EXPECT_TRUE(fs::exists(path.string() + ".before-0002"));
    EXPECT_FALSE(fs::exists(path.string() + ".before-0002.partial"));
}

TEST_F(MigrationsTest, CopyADatabaseWithEveryTableOfOurs) {
    {
        const Database release(options(embedded_migrations()));
    }
    std::vector<Migration> next(embedded_migrations().begin(), embedded_migrations().end());
    next.push_back({9999, "9999_next", "CREATE TABLE next_things (id INTEGER) STRICT;", "ffff"});

    const Database database(options(next));

    ASSERT_TRUE(database.copied_to());
    DatabaseOptions old = options(embedded_migrations());
    old.path = *database.copied_to();
    EXPECT_EQ(Database(old).version(), embedded_migrations().back().version);
}

TEST_F(MigrationsTest, RefuseALogWhoseDatabaseIsGone) {
    for (const bool is_empty : {false, true}) {
        fs::remove(path);
        if (is_empty) std::ofstream(path).flush();
        std::ofstream(path.string() + "-wal") << "what nobody must lose";
        const auto before = files();

        EXPECT_EQ(refusal(both), Fault::corrupt);

        EXPECT_NE(detail.find("-wal"), std::string::npos) << detail;
        EXPECT_EQ(files(), before);
    }
}

TEST_F(MigrationsTest, ThatFailLeaveEverythingAsItWas) {
    make_old();
    const auto before = files();

    const Fault fault = refusal(then_broken);

    EXPECT_EQ(fault, Fault::migration_failed);
    EXPECT_NE(detail.find("0002_broken"), std::string::npos) << detail;
    EXPECT_EQ(files(), before);
    EXPECT_EQ(sqlite_writer(Database(options(only_first))).value("SELECT count(*) FROM things"),
              "1");
}

TEST_F(MigrationsTest, ThatLeaveOrphansAreRefused) {
    make_old();
    const auto before = files();

    EXPECT_EQ(refusal(then_orphaning), Fault::migration_failed);

    EXPECT_NE(detail.find("parts"), std::string::npos) << detail;
    EXPECT_EQ(files(), before);
}

TEST_F(MigrationsTest, ThatFailOnANewDatabaseCanBeTriedAgain) {
    EXPECT_EQ(refusal(then_broken), Fault::migration_failed);

    const Database database(options(both));

    EXPECT_EQ(database.migrated_from(), 0);
}

TEST_F(MigrationsTest, RefuseADatabaseOfANewerProgram) {
    {
        const Database newer(options(both));
    }
    const auto before = files();

    EXPECT_EQ(refusal(only_first), Fault::newer_schema);

    EXPECT_NE(detail.find("newer version"), std::string::npos) << detail;
    EXPECT_EQ(files(), before);
}

TEST_F(MigrationsTest, RefuseADatabaseWhoseMigrationWasEdited) {
    make_old();
    const auto before = files();

    EXPECT_EQ(refusal(with_edited), Fault::edited_migration);

    EXPECT_NE(detail.find("0001_first"), std::string::npos) << detail;
    EXPECT_EQ(files(), before);
}

class ForeignFile : public MigrationsTest,
                    public testing::WithParamInterface<std::pair<const char*, std::string>> {};

TEST_P(ForeignFile, IsRefusedAndLeftAsItIs) {
    const auto& [what, text] = GetParam();
    if (text.starts_with("SQL:")) {
        SqliteConnection(path, Access::write).execute(text.substr(4));
    } else {
        std::ofstream(path) << text;
    }
    const auto before = files();

    EXPECT_EQ(refusal(both), Fault::foreign_file);

    EXPECT_NE(detail.find(path.string()), std::string::npos) << detail;
    EXPECT_EQ(files(), before);
}

INSTANTIATE_TEST_SUITE_P(
    Migrations, ForeignFile,
    testing::Values(std::pair("text", "not a database at all, but longer than a header\n"),
                    std::pair("short", "x"),
                    std::pair("tables", "SQL:CREATE TABLE theirs (id INTEGER)"),
                    std::pair("application", "SQL:PRAGMA application_id = 5"),
                    std::pair("version", "SQL:PRAGMA user_version = 3")),
    [](const auto& row) { return row.param.first; });

TEST_F(MigrationsTest, TakeAFileThatIsEmptyForNew) {
    std::ofstream(path).flush();

    EXPECT_TRUE(plan(path, both).is_new);
    EXPECT_EQ(Database(options(both)).version(), 2);
}

TEST_F(MigrationsTest, RefuseAFolder) {
    fs::create_directory(path);

    EXPECT_EQ(refusal(both), Fault::cannot_open);
}

TEST_F(MigrationsTest, ArePlannedWithoutChangingAByte) {
    make_old();
    const auto before = files();

    const MigrationPlan planned = plan(path, both);

    EXPECT_FALSE(planned.is_new);
    EXPECT_EQ(planned.version, 1);
    ASSERT_EQ(planned.pending.size(), 1U);
    EXPECT_EQ(planned.pending[0]->name, "0002_second");
    EXPECT_EQ(files(), before);
}

TEST_F(MigrationsTest, ArePlannedForADatabaseThatIsNotThere) {
    const MigrationPlan planned = plan(path, both);

    EXPECT_TRUE(planned.is_new);
    EXPECT_EQ(planned.pending.size(), 2U);
    EXPECT_TRUE(files().empty());
}

TEST_F(MigrationsTest, ArePlannedWhileAServerUsesTheDatabase) {
    test::Child server({"hold", path.string()});
    ASSERT_EQ(server.read_line(), "ready");
    const std::string bytes = bytes_of(path);
    const std::string log = bytes_of(path.string() + "-wal");

    const MigrationPlan planned = plan(path);

    EXPECT_GT(log.size(), bytes.size()) << "the schema is still in the log";
    EXPECT_FALSE(planned.is_new);
    EXPECT_TRUE(planned.pending.empty());
    EXPECT_EQ(bytes_of(path), bytes);
    EXPECT_EQ(bytes_of(path.string() + "-wal"), log);
}

}  // namespace
}  // namespace tanbo::store
