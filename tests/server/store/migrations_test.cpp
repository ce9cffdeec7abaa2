#include "server/store/sqlite/migrations.hpp"

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/games/idempotency.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"
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

    test::TemporaryFolder folder;
    fs::path path = folder.path() / "tanbo.db";
    std::string detail;
};

TEST_F(MigrationsTest, AreNumberedFromOneAndCarryTheirChecksums) {
    int version = 0;
    for (const Migration& migration : embedded_migrations()) {
        EXPECT_EQ(migration.version, ++version);
        EXPECT_EQ(std::stoi(std::string(migration.name.substr(0, 4))), version);
        const fs::path file = tests::source_folder() / "migrations" / "sqlite" /
                              (std::string(migration.name) + ".sql");
        EXPECT_EQ(migration.sql, bytes_of(file));
        EXPECT_EQ(migration.sha256.size(), 64U);
    }
    EXPECT_GE(version, 1);
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

TEST_F(MigrationsTest, TellWhyTheGamesOfTheFirstReleaseEnded) {
    {
        Database first_release(options(embedded_migrations().first(1)));
        sqlite_writer(first_release).execute(R"(
            INSERT INTO accounts (id, handle, handle_key, kind, created_at)
            VALUES (7, 'Anna', 'anna', 'member', 1);
            INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply,
                               updated_at, finished_at)
            VALUES (1, '9x9', 7, 'public', 1, 'finished', 2, 0, 2, 2),
                   (2, '9x9', 7, 'public', 1, 'open', 1, 0, 1, NULL);
            INSERT INTO events (game, seq, at, type, data)
            VALUES (1, 1, 1, 'open', '{}'), (2, 1, 1, 'open', '{}'),
                   (1, 2, 2, 'end', '{"reason":"withdrawn","winner":null,"places":{}}');)");
    }

    Database database(options(embedded_migrations()));

    const auto game = [&database](std::int64_t id) {
        return *database.read(
            [id](Reader& reader) { return find_game(reader, static_cast<GameId>(id)); });
    };
    EXPECT_EQ(game(1).end_reason, "withdrawn");
    EXPECT_EQ(game(1).creator_handle, "Anna");
    EXPECT_EQ(game(1).terms, engine::Terms());
    EXPECT_EQ(game(2).end_reason, std::nullopt);
}

TEST_F(MigrationsTest, KeepWhatWasAnsweredToRequestsOfTheReleaseBeforeMailsWereToldApart) {
    {
        Database release(options(embedded_migrations().first(9)));
        sqlite_writer(release).execute(R"(
            INSERT INTO letters (sender, recipient, raw, received_at, due_at)
            VALUES ('ann@example.org', 'games@t.example', x'00', 1, 1);
            INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, body, created_at)
            VALUES ('7 POST /games', zeroblob(32), zeroblob(32), 200, 'game', 5);)");
    }

    Database database(options(embedded_migrations()));

    database.read([](Reader& reader) {
        const auto answer = find_answer(reader, "7 POST /games", Digest{});
        ASSERT_TRUE(answer.has_value());
        EXPECT_EQ(answer->body, "game");
        EXPECT_EQ(waiting_inbound_mail_count(reader), 1);
    });
}

TEST_F(MigrationsTest, KeepWhatListsOfGamesInProgressAreOrderedBy) {
    {
        Database release(options(embedded_migrations().first(18)));
        sqlite_writer(release).execute(R"(
            INSERT INTO accounts (id, handle, handle_key, kind, created_at)
            VALUES (7, 'Anna', 'anna', 'member', 1);
            INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply,
                               updated_at, active_at, rating, watchers)
            VALUES (1, '9x9', 7, 'public', 1, 'active', 2, 0, 61000, 60000, 1500, 0),
                   (2, '9x9', 7, 'public', 1, 'active', 2, 0, 61000, 60000, 1400, 3),
                   (3, '9x9', 7, 'public', 1, 'active', 2, 0, 1, 0, 1600, 2),
                   (4, '9x9', 7, 'private', 1, 'active', 2, 0, 61000, 60000, 1700, 9),
                   (5, '9x9', 7, 'public', 1, 'open', 1, 0, 1, 0, 0, 1),
                   (6, '9x9', 7, 'public', 1, 'finished', 9, 8, 1, 0, 1800, 4);)");
    }

    Database database(options(embedded_migrations()));
    GroupCommit commits(database);

    const auto listed = [&](GamesOrder order) {
        return database.read([&](Reader& reader) {
            std::vector<std::int64_t> ids;
            for (const auto& game : list_games(reader, {.order = order}).games) {
                ids.push_back(number_of(game.id));
            }
            return ids;
        });
    };
    EXPECT_EQ(listed(GamesOrder::activity), (std::vector<std::int64_t>{2, 1, 3}));
    EXPECT_EQ(listed(GamesOrder::rating), (std::vector<std::int64_t>{3, 1, 2}));
    EXPECT_EQ(listed(GamesOrder::watchers), (std::vector<std::int64_t>{2, 3, 1}));
    commits.write([](Transaction& transaction) {
        start_game(transaction, GameId{5}, instant_of(120'000));
        finish_game(transaction, GameId{2}, std::nullopt, "drawn", instant_of(120'000));
    });
    EXPECT_EQ(listed(GamesOrder::activity), (std::vector<std::int64_t>{5, 1, 3}));
    EXPECT_EQ(listed(GamesOrder::watchers), (std::vector<std::int64_t>{3, 5, 1}));
}

TEST_F(MigrationsTest, TellWhoseTurnItIsAndWhoSitsThere) {
    {
        Database release(options(embedded_migrations().first(20)));
        sqlite_writer(release).execute(R"(
            INSERT INTO accounts (id, handle, handle_key, kind, created_at)
            VALUES (7, 'Anna', 'anna', 'member', 1), (8, 'Bert', 'bert', 'member', 1);
            INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply,
                               to_move, updated_at)
            VALUES (1, '9x9', 7, 'public', 1, 'active', 3, 1, 1, 90),
                   (2, '9x9', 7, 'public', 1, 'active', 2, 0, 0, 80),
                   (3, '9x9', 7, 'public', 1, 'active', 2, 0, 0, 80),
                   (4, '9x9', 7, 'public', 1, 'finished', 9, 8, NULL, 80);
            INSERT INTO game_players (game, seat, account, state, status)
            VALUES (1, 0, 7, 'in', 'active'), (1, 1, 8, 'in', 'active'),
                   (2, 0, 8, 'in', 'active'), (2, 1, 7, 'in', 'active'),
                   (3, 0, 8, 'left', 'active'), (3, 1, 7, 'in', 'active'),
                   (4, 0, 8, 'in', 'finished'), (4, 1, 7, 'out', 'finished');
            UPDATE game_players SET place = 2, offered_until = 600 WHERE game = 3 AND seat = 0;
            INSERT INTO deadlines (game, due_at, flag_at, account, reminded)
            VALUES (2, 500, 600, 8, 0);
            INSERT INTO events (game, seq, at, type, account, data)
            VALUES (1, 1, 10, 'open', 7, '{}'), (1, 2, 20, 'move', 7, '{}'),
                   (1, 3, 90, 'propose', 7, '{}');)");
    }

    Database database(options(embedded_migrations()));

    using Found = std::tuple<GameId, Instant, Instant>;
    const auto moves_of = [&](int account) {
        std::vector<Found> found;
        for (const Waiting& move : database.read(
                 [account](Reader& reader) { return list_moves(reader, AccountId{account}, 9); })) {
            found.emplace_back(move.game, move.due_at, move.since_at);
        }
        return found;
    };
    EXPECT_EQ(moves_of(8), (std::vector<Found>{{GameId{2}, instant_of(600), instant_of(80)},
                                               {GameId{1}, no_due, instant_of(20)}}));
    EXPECT_EQ(moves_of(7), std::vector<Found>{});
    const auto players =
        database.read([](Reader& reader) { return find_game(reader, GameId{3}); }).value().players;
    ASSERT_EQ(players.size(), 2U);
    EXPECT_EQ(players[0].state, PlayerState::left);
    EXPECT_EQ(players[0].handle, "Bert");
    EXPECT_EQ(players[0].place, 2);
    EXPECT_EQ(players[0].offered_until, instant_of(600));
    EXPECT_EQ(players[1].account, AccountId{7});
    EXPECT_EQ(players[1].place, std::nullopt);
}

TEST_F(MigrationsTest, ForgetCountsOfGamesThatWereAllTakenBack) {
    {
        Database release(options(embedded_migrations().first(24)));
        sqlite_writer(release).execute(R"(
            INSERT INTO accounts (id, handle, handle_key, kind, created_at)
            VALUES (7, 'Anna', 'anna', 'member', 1), (8, 'Bert', 'bert', 'member', 1);
            INSERT INTO head_to_head (one, other, setup, games, ahead_one, ahead_other)
            VALUES (7, 8, '13x13', 0, 0, 0), (7, 8, '9x9', 2, 1, 1);
            INSERT INTO setup_statistics (setup, swap, games, plies)
            VALUES ('13x13', 'off', 0, 0), ('9x9', 'off', 2, 40);
            INSERT INTO seat_statistics (setup, swap, seat, wins, places)
            VALUES ('13x13', 'off', 0, 0, 0), ('13x13', 'off', 1, 0, 0),
                   ('9x9', 'off', 0, 0, 4), ('9x9', 'off', 1, 2, 2);)");
    }

    Database database(options(embedded_migrations()));

    SqliteConnection& connection = sqlite_writer(database);
    EXPECT_EQ(connection.value("SELECT group_concat(setup) FROM head_to_head"), "9x9");
    EXPECT_EQ(connection.value("SELECT group_concat(setup) FROM setup_statistics"), "9x9");
    EXPECT_EQ(connection.value("SELECT group_concat(setup || seat) FROM seat_statistics"),
              "9x90,9x91");
}

TEST_F(MigrationsTest, KeepTheHandlesThatWereGivenAlsoIfTwoOfThemLookAlike) {
    {
        Database release(options(embedded_migrations().first(15)));
        sqlite_writer(release).execute(R"(
            INSERT INTO accounts (id, handle, handle_key, kind, created_at, deleted_at)
            VALUES (7, 'Anni', 'anni', 'member', 1, NULL), (8, 'ann1', 'ann1', 'member', 1, NULL),
                   (9, 'deleted-9', 'deleted-9', 'member', 1, 2),
                   (10, 'deleted-10', 'deleted-10', 'member', 1, 2);
            INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply,
                               updated_at)
            VALUES (1, '9x9', 9, 'public', 1, 'active', 2, 0, 1);
            INSERT INTO game_players (game, seat, account, state, status)
            VALUES (1, 0, 9, 'in', 'active'), (1, 1, 10, 'in', 'active');
            INSERT INTO events (game, seq, at, type, account, data)
            VALUES (1, 1, 1, 'open', 9, '{"creator":{"account":9,"handle":"Carl0"}}'),
                   (1, 2, 1, 'join', 10, '{"seat":"white","account":10,"handle":"dora"}');)");
    }

    Database database(options(embedded_migrations()));

    database.read([](Reader& reader) {
        for (const char* const taken : {"anni", "ANNI", "annl", "carlo", "CARL0", "Dora"}) {
            EXPECT_FALSE(is_handle_free(reader, taken)) << taken;
        }
        EXPECT_TRUE(is_handle_free(reader, "anna"));
        EXPECT_EQ(find_account(reader, "anni")->handle, "Anni");
        EXPECT_EQ(find_account(reader, "ann1")->handle, "ann1");
    });
}

TEST_F(MigrationsTest, KeepTokensAndLetThemHaveTheScopeOfSearches) {
    {
        Database release(options(embedded_migrations().first(19)));
        sqlite_writer(release).execute(R"(
            INSERT INTO accounts (id, handle, handle_key, kind, created_at)
            VALUES (7, 'anna', 'anna', 'member', 1);
            INSERT INTO tokens (hash, account, label, last4, created_at, expires_at, kind, scopes,
                                used_at, used_from, password_at)
            VALUES (randomblob(32), 7, 'telephone', 'uCtM', 2, 3, 'session', 127, 4, '', 5);)");
        EXPECT_THROW(sqlite_writer(release).execute("UPDATE tokens SET scopes = 255"),
                     StorageError);
    }

    Database database(options(embedded_migrations()));

    SqliteConnection& now = sqlite_writer(database);
    EXPECT_EQ(now.value("SELECT json_array(account, label, last4, created_at, expires_at, kind,"
                        " scopes, used_at, used_from, password_at) FROM tokens"),
              R"([7,"telephone","uCtM",2,3,"session",127,4,"",5])");
    now.execute("UPDATE tokens SET scopes = 255");
    EXPECT_THROW(now.execute("UPDATE tokens SET scopes = 256"), StorageError);
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
    next.push_back({static_cast<int>(next.size()) + 1, "9999_next",
                    "CREATE TABLE next_things (id INTEGER) STRICT;", "ffff"});

    const Database database(options(next));

    ASSERT_TRUE(database.copied_to());
    DatabaseOptions old = options(embedded_migrations());
    old.path = *database.copied_to();
    EXPECT_EQ(Database(old).version(), std::ssize(embedded_migrations()));
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
