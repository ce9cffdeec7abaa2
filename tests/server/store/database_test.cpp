#include "server/store/database.hpp"

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "server/store/sql.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/statement.hpp"
#include "tests/server/store/child.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

struct Setting {
    std::string pragma;
    std::string writer;
    std::string reader;
};

class Settings : public StorageTest, public testing::WithParamInterface<Setting> {};

TEST_P(Settings, AreTakenByWriterAndReaders) {
    open();

    const SqliteConnection reader(database->path(), Access::read);

    const std::string sql = "PRAGMA " + GetParam().pragma;
    EXPECT_EQ(sqlite_writer(*database).value(sql), GetParam().writer);
    EXPECT_EQ(const_cast<SqliteConnection&>(reader).value(sql), GetParam().reader);
}

const std::string latest = std::to_string(embedded_migrations().back().version);

INSTANTIATE_TEST_SUITE_P(
    Database, Settings,
    testing::Values(Setting{"journal_mode", "wal", "wal"}, Setting{"synchronous", "2", "2"},
                    Setting{"page_size", "4096", "4096"}, Setting{"foreign_keys", "1", "1"},
                    Setting{"mmap_size", "0", "0"}, Setting{"trusted_schema", "0", "0"},
                    Setting{"cell_size_check", "1", "1"}, Setting{"query_only", "0", "1"},
                    Setting{"wal_autocheckpoint", "0", "0"},
                    Setting{"cache_size", "-65536", "-8192"}, Setting{"temp_store", "2", "2"},
                    Setting{"application_id", "1413566018", "1413566018"},
                    Setting{"user_version", latest, latest}),
    [](const auto& row) { return row.param.pragma; });

using DatabaseTest = StorageTest;

TEST_F(DatabaseTest, LeavesAnOldFileItsPages) {
    open();
    const auto path = database->path();
    close();
    sqlite3* old = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &old), SQLITE_OK);
    const char* const with_old_pages =
        "PRAGMA journal_mode = DELETE; PRAGMA page_size = 2048; VACUUM";
    ASSERT_EQ(sqlite3_exec(old, with_old_pages, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(old);

    open();
    add_players();

    SqliteConnection& writer = stopped_writer();
    EXPECT_EQ(writer.value("PRAGMA page_size"), "2048");
    EXPECT_EQ(writer.value("PRAGMA integrity_check"), "ok");
}

TEST_F(DatabaseTest, KeepsAsManyPagesAsItIsTold) {
    DatabaseOptions told = options();
    told.writer_page_bytes = 3 << 20;
    told.reader_page_bytes = 2 << 20;
    Database small(told);

    const auto of_reader = small.read([](Reader& reader) {
        static const Sql pages = "PRAGMA cache_size";
        Query size = reader.read(pages);
        return size.step() ? size.integer(0) : 0;
    });

    EXPECT_EQ(sqlite_writer(small).value("PRAGMA cache_size"), "-3072");
    EXPECT_EQ(of_reader, -2048);
}

TEST_F(DatabaseTest, WaitsForNoDiskIfNothingOfItHasToSurvive) {
    Database scratch({.path = folder.path() / "scratch.db", .is_scratch = true});

    EXPECT_EQ(sqlite_writer(scratch).value("PRAGMA synchronous"), "0");
}

TEST_F(DatabaseTest, RefusesToWriteThroughAReader) {
    open();
    SqliteConnection reader(database->path(), Access::read);

    const Fault fault = fault_of([&] { reader.execute("DELETE FROM games"); });

    EXPECT_EQ(fault, Fault::io);
}

TEST_F(DatabaseTest, RefusesToWriteTheSchemaTableInDefensiveMode) {
    open();
    sqlite_writer(*database).execute("PRAGMA writable_schema = 1");

    const Fault fault =
        fault_of([&] { sqlite_writer(*database).execute("DELETE FROM sqlite_schema"); });

    EXPECT_EQ(fault, Fault::misuse);
}

TEST_F(DatabaseTest, IsReadableByItsOwnerOnly) {
    open();

    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
        struct ::stat status{};
        ASSERT_EQ(::stat((database->path().string() + suffix).c_str(), &status), 0) << suffix;
        EXPECT_EQ(status.st_mode & 0777U, 0600U) << suffix;
    }
}

TEST_F(DatabaseTest, TakesANameThatAnUriWouldNot) {
    DatabaseOptions odd = options();
    odd.path = folder.path() / "100% ours?#&.db";

    {
        const Database first(odd);
    }

    EXPECT_TRUE(std::filesystem::exists(odd.path));
    EXPECT_EQ(Database(odd).migrated_from(), embedded_migrations().back().version);
}

TEST_F(DatabaseTest, SaysIfTheFolderIsMissing) {
    DatabaseOptions missing = options();
    missing.path = folder.path() / "missing" / "tanbo.db";
    std::string detail;

    const Fault fault = fault_of([&] { const Database refused(missing); }, &detail);

    EXPECT_EQ(fault, Fault::cannot_open);
    EXPECT_NE(detail.find(missing.path.string()), std::string::npos) << detail;
}

TEST_F(DatabaseTest, LeavesNoLogWhenClosedInOrder) {
    open();
    add_players();

    close();

    EXPECT_FALSE(std::filesystem::exists(options().path.string() + "-wal"));
    open();
    EXPECT_TRUE(database->read([this](Reader& reader) { return find_game(reader, game); }));
}

TEST_F(DatabaseTest, ReadsOneConsistentState) {
    open();
    add_players();

    const auto [before, after] = database->read([this](Reader& reader) {
        const std::int64_t first = last_seq(reader, game);
        commits->write([this](Transaction& transaction) { append(transaction, game, 1); });
        return std::pair(first, last_seq(reader, game));
    });

    EXPECT_EQ(before, 0);
    EXPECT_EQ(after, 0);
    EXPECT_EQ(seq_of(game), 1);
}

TEST_F(DatabaseTest, LendsItsReadersToMoreThreadsThanThereAre) {
    open();
    add_players();
    std::atomic<int> found = 0;

    std::vector<std::thread> threads;
    for (int thread = 0; thread < 8; ++thread) {
        threads.emplace_back([&] {
            for (int round = 0; round < 100; ++round) {
                const auto summary =
                    database->read([this](Reader& reader) { return find_game(reader, game); });
                found += summary ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(found, 800);
}

TEST_F(DatabaseTest, GivesAReaderBackAfterAnException) {
    open();

    for (int round = 0; round < 5; ++round) {
        EXPECT_THROW(database->read([](Reader&) -> int { throw std::runtime_error("no"); }),
                     std::runtime_error);
    }

    EXPECT_EQ(seq_of(game), 0);
}

TEST_F(DatabaseTest, RefusesASecondDatabaseOnTheSameFile) {
    open();
    std::string detail;

    const Fault fault = fault_of([&] { const Database second(options()); }, &detail);

    EXPECT_EQ(fault, Fault::locked);
    EXPECT_NE(detail.find("in use by process " + std::to_string(::getpid())), std::string::npos)
        << detail;
}

TEST_F(DatabaseTest, RefusesAnotherNameOfTheSameFile) {
    open();
    DatabaseOptions alias = options();
    alias.path = folder.path() / "alias.db";
    std::filesystem::create_symlink(database->path(), alias.path);

    const Fault fault = fault_of([&] { const Database second(alias); });

    EXPECT_EQ(fault, Fault::locked);
}

TEST_F(DatabaseTest, LocksASecondProcessOutUntilTheFirstIsKilled) {
    test::Child child({"hold", options().path.string()});
    ASSERT_EQ(child.read_line(), "ready");

    const Fault while_alive = fault_of([&] { const Database refused(options()); });
    child.kill();

    EXPECT_EQ(while_alive, Fault::locked);
    EXPECT_NO_THROW(open());
}

}  // namespace
}  // namespace tanbo::store
