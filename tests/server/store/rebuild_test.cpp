#include "server/store/sqlite/rebuild.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/migrations.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::store {
namespace {

namespace fs = std::filesystem;

constexpr Migration first{
    1, "0001_first",
    "CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER,"
    " twice INTEGER GENERATED ALWAYS AS (size * 2)) STRICT;"
    "CREATE TABLE log (thing INTEGER REFERENCES things (id), seq INTEGER, text TEXT,"
    " PRIMARY KEY (thing, seq)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX things_by_size ON things (size);"
    "CREATE TRIGGER grown AFTER INSERT ON log BEGIN"
    " UPDATE things SET size = size + 1 WHERE id = new.thing; END;",
    "aaaa"};
constexpr Migration second{2, "0002_second", "UPDATE things SET size = size + 100;", "bbbb"};
constexpr Migration third{
    3, "0003_rebuild_log",
    "{DROP TABLE log; CREATE TABLE log (thing INTEGER REFERENCES things (id), seq INTEGER,"
    " text TEXT, PRIMARY KEY (thing, seq)) STRICT;}",
    "cccc"};
constexpr Migration fourth{4, "0004_fourth", "ALTER TABLE log ADD COLUMN note TEXT;", "dddd"};
constexpr Migration broken{3, "0003_rebuild_badly", "DROP TABLE log; NONSENSE;", "eeee"};

constexpr std::array only_first = {first};
constexpr std::array all = {first, second, third, fourth};
constexpr std::array then_broken = {first, second, broken};

class RebuildTest : public MadeUpTest {
protected:
    // Two things of which one is gone, and three lines about the other.
    void make_old() const {
        Database database(options(only_first));
        sqlite_writer(database).execute(
            "INSERT INTO things (size) VALUES (7), (8); DELETE FROM things WHERE id = 2;"
            "INSERT INTO log VALUES (1, 2, 'b'), (1, 1, 'a'), (1, 3, 'c');");
    }
    static std::string value(const fs::path& file, const std::string& sql) {
        return SqliteConnection(file, Access::read).value(sql);
    }
    static std::string lines(const fs::path& file) {
        return value(file,
                     "SELECT group_concat(thing || seq || text, ' ') FROM (SELECT * FROM log"
                     " ORDER BY thing, seq)");
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            names.push_back(entry.path().filename());
        }
        std::ranges::sort(names);
        return names;
    }
};

TEST_F(RebuildTest, KeepsRowsAndAppliesWhatComesBeforeAndBehindIt) {
    make_old();
    {
        const Database database(options(all));
        EXPECT_EQ(database.migrated_from(), 1);
        EXPECT_EQ(database.version(), 4);
        EXPECT_EQ(database.copied_to(), fs::path(path.string() + ".before-0003"));
    }

    EXPECT_EQ(lines(path), "11a 12b 13c");
    EXPECT_EQ(value(path, "SELECT size || ' ' || twice FROM things"), "110 220")
        << "no trigger has counted the rows again";
    EXPECT_EQ(value(path, "SELECT seq FROM sqlite_sequence WHERE name = 'things'"), "2");
    EXPECT_EQ(value(path, "SELECT group_concat(rowid || text, ' ') FROM log"), "1a 2b 3c");
    EXPECT_EQ(value(path,
                    "SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema"
                    " WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY name)"),
              "grown things_by_size");
    EXPECT_EQ(value(path, "SELECT group_concat(version, ' ') FROM schema_migrations"), "1 2 3 4");
    EXPECT_TRUE(plan(path, all).pending.empty());
    for (const std::string copy : {"0002", "0003"}) {
        EXPECT_EQ(lines(path.string() + ".before-" + copy), "11a 12b 13c");
    }
    EXPECT_FALSE(fs::exists(path.string() + ".before-0004")) << "the new file was never served";
    EXPECT_EQ(value(path, "SELECT count(note) FROM log"), "0");
    EXPECT_EQ(value(path.string() + ".before-0003", "PRAGMA user_version"), "2");
}

TEST_F(RebuildTest, MakesANewDatabaseWithoutACopy) {
    const Database database(options(all));

    EXPECT_EQ(database.copied_to(), std::nullopt);
    EXPECT_EQ(value(path, "SELECT wr FROM pragma_table_list('log')"), "0");
}

TEST_F(RebuildTest, ThatFailsLeavesTheDatabaseAsItWas) {
    make_old();

    EXPECT_EQ(fault_of([&] { const Database refused(options(then_broken)); }, &detail),
              Fault::migration_failed);

    EXPECT_EQ(files(),
              (std::vector<std::string>{"tanbo.db", "tanbo.db.before-0002", "tanbo.db.lock"}));
    EXPECT_EQ(lines(path), "11a 12b 13c");
    EXPECT_EQ(value(path, "SELECT wr FROM pragma_table_list('log')"), "1");
}

TEST_F(RebuildTest, RefusesAFileThatAnotherProgramHasOpen) {
    make_old();
    const SqliteConnection writer(path, Access::write);
    SqliteConnection reader(path, Access::read);
    EXPECT_EQ(reader.value("SELECT count(*) FROM log"), "3");

    EXPECT_EQ(fault_of([&] { rebuild(path, plan(path, all)); }, &detail), Fault::locked) << detail;

    EXPECT_EQ(reader.value("SELECT wr FROM pragma_table_list('log')"), "1");
}

TEST_F(RebuildTest, TakesRowsThatAreOnlyInTheLog) {
    make_old();
    {
        SqliteConnection crashed(path, Access::write);
        crashed.keep_log();
        crashed.execute("INSERT INTO log VALUES (1, 4, 'd')");
    }
    ASSERT_GT(fs::file_size(path.string() + "-wal"), 0U) << "or the row is in the file";

    const Database database(options(all));

    EXPECT_EQ(lines(path), "11a 12b 13c 14d");
}

TEST_F(RebuildTest, LeavesALinkToTheFileALink) {
    const fs::path real = folder.path() / "real.db";
    make_old();
    fs::rename(path, real);
    fs::create_symlink(real, path);
    {
        const Database database(options(all));
    }
    EXPECT_TRUE(fs::is_symlink(path));
    EXPECT_EQ(value(real, "SELECT wr FROM pragma_table_list('log')"), "0");
    EXPECT_EQ(lines(path.string() + ".before-0003"), "11a 12b 13c");
}

TEST_F(RebuildTest, GivesTheLogOfGamesRowidsAndItsCopyAnEpochOfItsOwn) {
    SqliteConnection(path, Access::write)
        .execute(bytes_of(tests::source_folder() / "tests/server/store/version_39.sql"));
    SqliteConnection(path, Access::write)
        .execute(
            "INSERT INTO accounts (id, handle, handle_key, kind, created_at)"
            " VALUES (1, 'a', 'a', 'member', 1);"
            "INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply,"
            " updated_at) VALUES (5, '9x9', 1, 'public', 1, 'active', 2, 0, 1);"
            "INSERT INTO events VALUES (5, 2, 1, 'b', NULL, '{}'), (5, 1, 1, 'a', 1, '{}')");
    {
        const Database database(options(embedded_migrations()));
    }
    EXPECT_EQ(value(path, "SELECT wr FROM pragma_table_list('events')"), "0");
    EXPECT_EQ(value(path, "SELECT group_concat(rowid || type, ' ') FROM events"), "1a 2b");
    const std::string marked = "SELECT count(*) FROM secrets WHERE name = 'epoch-over'";
    EXPECT_EQ(value(path.string() + ".before-0040", marked), "1");
    EXPECT_EQ(value(path, marked), "0");
}

}  // namespace
}  // namespace tanbo::store
