// The whole store over PostgreSQL: opened, written to by its one writer, read from beside it.

#include "server/store/database.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/transaction.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/postgres_cluster.hpp"
#include "tests/support/postgres_proxy.hpp"

namespace tanbo::store {
namespace {

using test::PostgresCluster;
using test::PostgresProxy;
using testing::ElementsAre;

using SteadyClock = std::chrono::steady_clock;

// Promises to a client of a database that says nothing, and that is there again.
constexpr std::chrono::seconds refused_within{5};
constexpr std::chrono::seconds back_within{3};
// A busy machine may take so many times as long; a client that sets no limit waits for ever.
constexpr int patience = 10;

constexpr const char* end_all_others =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()";

// How long it takes.
template <class Closure>
SteadyClock::duration time_of(const Closure& closure) {
    const auto begin = SteadyClock::now();
    closure();
    return SteadyClock::now() - begin;
}

// As a client does who is told to come again.
template <class Closure>
void repeat_until_reached(const Closure& closure) {
    for (;;) {
        try {
            return closure();
        } catch (const StorageError& error) {
            if (error.fault() != Fault::unreachable) throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

class PostgresDatabaseTest : public testing::Test {
protected:
    void open(const std::string& to, int lanes = 1) {
        DatabaseOptions options = options_for("postgres:" + to);
        options.lanes = lanes;
        options.on_fatal = [this](const StorageError&) { ++fatal_errors; };
        database = std::make_unique<Database>(std::move(options));
        commits = std::make_unique<GroupCommit>(*database);
    }
    void open() { open(words); }
    void close() {
        commits.reset();
        database.reset();
    }
    void add_players() {
        commits->write([this](Transaction& transaction) {
            black = add_account(transaction, "black");
            white = add_account(transaction, "white");
            game = add_game(transaction, black, white);
        });
    }
    std::int64_t seq() {
        return database->read([this](Reader& reader) { return last_seq(reader, game); });
    }

    std::string words = PostgresCluster::instance().new_database();
    std::unique_ptr<Database> database;
    std::unique_ptr<GroupCommit> commits;
    std::atomic<int> fatal_errors = 0;
    AccountId black{};
    AccountId white{};
    GameId game{};
};

TEST_F(PostgresDatabaseTest, BeginsAndIsThereTheNextTime) {
    open();
    EXPECT_EQ(database->migrated_from(), 0);
    add_players();
    commits->write([this](Transaction& transaction) { append(transaction, game, 1); });
    close();

    open();

    EXPECT_EQ(database->migrated_from(), database->version());
    EXPECT_EQ(database->version(), embedded_migrations().back().version);
    EXPECT_EQ(seq(), 1);
}

TEST_F(PostgresDatabaseTest, IsNotBegunIfNothingIsToBe) {
    DatabaseOptions options = options_for("postgres:" + words);
    options.creates = false;

    EXPECT_EQ(fault_of([&] { Database again(options); }), Fault::cannot_open);
}

TEST_F(PostgresDatabaseTest, IsHeldByOneProcess) {
    open();

    EXPECT_EQ(fault_of([&] { Database again(options_for("postgres:" + words)); }), Fault::locked);
}

TEST_F(PostgresDatabaseTest, IsReadByOthersMeanwhile) {
    open();
    add_players();
    std::int64_t seen = -1;

    read_beside(options_for("postgres:" + words),
                [&](Reader& reader) { seen = last_seq(reader, game); });

    EXPECT_EQ(seen, 0);
}

TEST_F(PostgresDatabaseTest, KeepsNeighboursOfAJobThatFailedOutsideAPart) {
    open();
    add_players();
    std::promise<void> may_go;
    auto blocker = std::make_unique<ClosureJob>();
    blocker->work = [gate = may_go.get_future().share()](Transaction&) { gate.wait(); };
    commits->submit(std::move(blocker));
    std::promise<Fault> failed;
    const struct {
        std::int64_t seq;
        bool fails;
    } jobs[] = {{1, false}, {2, true}, {2, false}};
    for (const auto& [seq, fails] : jobs) {
        auto job = std::make_unique<ClosureJob>();
        job->in_part = false;
        job->work = [this, seq, fails](Transaction& transaction) {
            append(transaction, game, seq);
            if (fails) add_account(transaction, std::string("a\0b", 3));  // refused: a NUL
        };
        if (fails) {
            job->on_failed = [&failed](const StorageError& error) {
                failed.set_value(error.fault());
            };
        }
        commits->submit(std::move(job));
    }
    may_go.set_value();

    EXPECT_EQ(failed.get_future().get(), Fault::constraint);
    commits->write([](Transaction&) {});
    EXPECT_EQ(seq(), 2);
    EXPECT_EQ(commits->durable(), 5U);
}

// A statement without a reader of its result goes out with the COMMIT.
TEST_F(PostgresDatabaseTest, AnnouncesNothingOfAJobThatFailsAtItsCommit) {
    open();
    add_players();
    std::size_t announced = 0;
    CommitHooks hooks;
    hooks.announce = [&announced](const auto& announcements) { announced += announcements.size(); };
    commits.reset();
    commits = std::make_unique<GroupCommit>(*database, hooks, CommitLimits{.job_runs = 1});
    std::vector<std::string> outcomes;
    for (int time = 0; time < 2; ++time) {
        std::promise<std::string> outcome;
        auto job = std::make_unique<ClosureJob>();
        job->in_part = false;
        job->work = [this](Transaction& transaction) {
            transaction.record_end(game, {0});  // which is wrong the second time
            append(transaction, game, 1);
            transaction.announce(DeliveryQueued::mail);
        };
        job->on_committed = [&outcome] { outcome.set_value("committed"); };
        job->on_failed = [&outcome](const StorageError& error) {
            outcome.set_value(std::string(name(error.fault())));
        };
        commits->submit(std::move(job));
        outcomes.push_back(outcome.get_future().get());
    }
    commits->stop();

    EXPECT_THAT(outcomes, ElementsAre("committed", "stale"));
    EXPECT_EQ(announced, 1U);
}

// --- another is in the way ---

class PostgresRivalTest : public PostgresDatabaseTest {
protected:
    void open_with(int job_runs) {
        open();
        add_players();
        commits = std::make_unique<GroupCommit>(*database, CommitHooks(),
                                                CommitLimits{.job_runs = job_runs});
        rival->begin();
    }
    // Appends to the game while the rival has appended to it, and is about to commit.
    void append_second() {
        Transaction theirs(*rival);
        append(theirs, game, 1);
        EXPECT_EQ(last_seq(theirs, game), 1);  // which sends what was posted
        auto soon = std::async(std::launch::async, [this] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            rival->commit();
        });
        commits->write([this](Transaction& transaction) {
            ++runs;
            append(transaction, game, last_seq(transaction, game) + 1);
        });
    }

    std::unique_ptr<PostgresConnection> rival =
        std::make_unique<PostgresConnection>(parse_postgres_address(words), no_limits);
    std::atomic<int> runs = 0;
};

TEST_F(PostgresRivalTest, DecidesAgainIfTheNextEventIsThereAlready) {
    open_with(job_runs_max);

    append_second();

    EXPECT_EQ(runs, 2);
    EXPECT_EQ(seq(), 2);
}

// The control.
TEST_F(PostgresRivalTest, IsStaleIfItIsNotDecidedAgain) {
    open_with(1);

    EXPECT_EQ(fault_of([this] { append_second(); }), Fault::stale);

    EXPECT_EQ(seq(), 1);
}

TEST_F(PostgresRivalTest, LetsTheOtherPassIfTwoWaitForEachOther) {
    open_with(job_runs_max);
    Transaction theirs(*rival);
    theirs.lock_account(black);
    EXPECT_EQ(last_seq(theirs, game), 0);  // which sends what was posted
    std::future<void> passed;

    commits->write([&](Transaction& transaction) {
        append(transaction, game, 1);
        if (++runs == 1) {
            passed = std::async(std::launch::async, [this] {
                rival->lock_game(game);
                rival->commit();
            });
        }
        transaction.lock_account(black);
        append(transaction, game, 2);
    });

    passed.get();
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(seq(), 2);
}

// --- the connection is lost ---

TEST_F(PostgresDatabaseTest, RunsAJobAgainWhoseCommitWasCutOff) {
    PostgresProxy proxy(words);
    open(proxy.words());
    add_players();
    for (const auto cut : {PostgresProxy::Cut::before, PostgresProxy::Cut::after}) {
        int runs = 0;
        proxy.cut(cut);
        commits->write([&](Transaction& transaction) {
            ++runs;
            append(transaction, game, last_seq(transaction, game) + 1);
        });
        EXPECT_EQ(runs, cut == PostgresProxy::Cut::before ? 2 : 1);
    }

    EXPECT_EQ(proxy.cuts(), 2);
    EXPECT_EQ(database->commits_in_doubt(), 2U);
    EXPECT_EQ(seq(), 2) << "each once";
    EXPECT_EQ(fatal_errors, 0);
}

TEST_F(PostgresDatabaseTest, RefusesWhileTheServerIsGoneAndGoesOnWhenItIsBack) {
    PostgresProxy proxy(words);
    open(proxy.words());
    add_players();
    proxy.go_down(true);

    const auto write = [this] {
        commits->write([this](Transaction& transaction) { append(transaction, game, 1); });
    };
    EXPECT_EQ(fault_of(write), Fault::unreachable);
    EXPECT_EQ(fault_of([this] { seq(); }), Fault::unreachable);
    proxy.go_down(false);

    EXPECT_LT(time_of([&] { repeat_until_reached(write); }), patience * back_within);
    EXPECT_EQ(seq(), 1);
    EXPECT_EQ(database->commits_in_doubt(), 0U) << "nothing was being committed";
    EXPECT_EQ(fatal_errors, 0);
}

TEST_F(PostgresDatabaseTest, RefusesNobodyForTheConnectionThatOneReadLost) {
    open();
    add_players();

    PostgresConnection other(parse_postgres_address(words));
    const auto read = [&](Reader& reader) {
        last_seq(reader, game);
        other.session().ask(end_all_others);
        last_seq(reader, game);
    };
    EXPECT_EQ(fault_of([&] { database->read(read); }), Fault::unreachable);

    EXPECT_EQ(seq(), 0) << "at once, over a new one";
}

TEST_F(PostgresDatabaseTest, RefusesInTimeWhileTheServerSaysNothingAndIsBackSoon) {
    PostgresProxy proxy(words);
    open(proxy.words());
    add_players();
    seq();
    const auto write = [this] {
        commits->write([this](Transaction& transaction) {
            append(transaction, game, last_seq(transaction, game) + 1);
        });
    };
    proxy.swallow(true);

    auto read = std::async(std::launch::async, [this] {
        return time_of([this] { EXPECT_EQ(fault_of([this] { seq(); }), Fault::unreachable); });
    });
    EXPECT_LT(time_of([&] { EXPECT_EQ(fault_of(write), Fault::unreachable); }),
              patience * refused_within);
    EXPECT_LT(read.get(), patience * refused_within);
    auto quickest = SteadyClock::duration::max();
    for (int i = 0; i < 5; ++i) {
        quickest =
            std::min(quickest, time_of([&] { EXPECT_EQ(fault_of(write), Fault::unreachable); }));
    }
    EXPECT_LT(quickest, std::chrono::milliseconds(100)) << "nobody waits again for what is known";
    proxy.swallow(false);

    EXPECT_LT(time_of([&] { repeat_until_reached(write); }), patience * back_within);
    EXPECT_EQ(seq(), 1);
    EXPECT_EQ(fatal_errors, 0);
}

// The control of the one above: a client that sets no limit is not told.
TEST_F(PostgresDatabaseTest, WaitsForEverIfItMay) {
    PostgresProxy proxy(words);
    DatabaseOptions options = options_for("postgres:" + proxy.words());
    options.is_patient = true;
    database = std::make_unique<Database>(options);
    proxy.swallow(true);

    auto read = std::async(std::launch::async, [this] {
        return database->read([](Reader&) { return true; }) &&
               database->read([this](Reader& reader) { return last_seq(reader, game) == 0; });
    });
    EXPECT_EQ(read.wait_for(refused_within), std::future_status::timeout);
    proxy.swallow(false);

    EXPECT_TRUE(read.get());
}

// --- unknown whether it was committed ---

class PostgresUnsettledTest : public PostgresDatabaseTest {
protected:
    // Appends an event of which the writer is not told whether it was committed, then another.
    void append_two(PostgresProxy::Cut cut) {
        open(proxy.words());
        add_players();
        commits.reset();
        commits = std::make_unique<GroupCommit>(*database, hooks());
        const auto write = [this] {
            commits->write([this](Transaction& transaction) {
                append(transaction, game, last_seq(transaction, game) + 1);
                transaction.announce(DeliveryQueued::mail);
            });
        };
        proxy.cut(cut);
        EXPECT_LT(time_of([&] { EXPECT_EQ(fault_of(write), Fault::unsettled); }), refused_within);
        EXPECT_EQ(fault_of(write), Fault::unreachable) << "nothing of this one was asked";
        proxy.swallow(false);
        repeat_until_reached(write);
        commits->stop();
        EXPECT_EQ(proxy.cuts(), 1);
        EXPECT_EQ(database->commits_in_doubt(), 1U);
        EXPECT_EQ(fatal_errors, 0);
    }

    PostgresProxy proxy{words};
    // In the order in which it was told: what was found, and what was announced.
    std::vector<std::string> told;
    int failures = 0;  // of those who are told what was found, at first

private:
    CommitHooks hooks() {
        CommitHooks hooks;
        hooks.on_recovered = [this](const std::vector<Change>& changes) {
            if (failures-- > 0) throw StorageError(Fault::unreachable, "not now");
            for (const Change& change : changes) {
                told.push_back("found " + change.kind + " " + std::to_string(change.number));
            }
        };
        hooks.announce = [this](const std::vector<Announcement>& announcements) {
            told.push_back("announced " + std::to_string(announcements.size()));
        };
        return hooks;
    }
};

TEST_F(PostgresUnsettledTest, IsToldOnceItIsFound) {
    append_two(PostgresProxy::Cut::silence);

    EXPECT_THAT(told, ElementsAre("found event 1", "announced 1", "announced 1"));
    EXPECT_EQ(seq(), 2);
}

TEST_F(PostgresUnsettledTest, IsToldOnceThoughNobodyCouldHearIt) {
    failures = 2;

    append_two(PostgresProxy::Cut::silence);

    EXPECT_THAT(told, ElementsAre("found event 1", "announced 1", "announced 1"));
}

// The control.
TEST_F(PostgresUnsettledTest, IsNotToldIfItWasLost) {
    append_two(PostgresProxy::Cut::loss);

    EXPECT_THAT(told, ElementsAre("announced 1"));
    EXPECT_EQ(seq(), 1);
}

// --- several write ---

TEST_F(PostgresDatabaseTest, WritesOnEveryLaneWithoutWaitingForTheOthers) {
    open(words, 3);
    add_players();
    std::vector<std::unique_ptr<GroupCommit>> others;
    for (int lane = 1; lane < database->lanes(); ++lane) {
        others.push_back(
            std::make_unique<GroupCommit>(*database, CommitHooks(), CommitLimits(), lane));
    }
    ASSERT_EQ(others.size(), 2U);

    commits->write([&](Transaction& transaction) {
        append(transaction, game, 1);
        for (const auto& other : others) {
            other->write([&](Transaction& meanwhile) {
                append(meanwhile, add_game(meanwhile, black, white), 1);
            });
        }
    });

    EXPECT_EQ(seq(), 1);
}

TEST_F(PostgresDatabaseTest, StopsOnEveryLaneIfAnotherHasTakenItsPlace) {
    open(words, 2);
    add_players();
    GroupCommit second(*database, {}, {}, 1);
    DatabaseOptions options = options_for("postgres:" + words);
    options.is_exclusive = false;
    const Database thief(options);  // which has one

    const auto write = [this](GroupCommit& lane) {
        lane.write([this](Transaction& transaction) { append(transaction, game, 1); });
    };

    EXPECT_EQ(fault_of([&] { write(second); }), Fault::fenced);
    EXPECT_EQ(fault_of([&] { write(*commits); }), Fault::fenced);
    EXPECT_EQ(seq(), 0);
}

// Another node has rows of its own.
TEST_F(PostgresDatabaseTest, GoesOnBesideAnotherNode) {
    open();
    add_players();
    DatabaseOptions options = options_for("postgres:" + words);
    options.is_exclusive = false;
    options.node = 2;
    Database other(options);
    GroupCommit theirs(other);

    commits->write([this](Transaction& transaction) { append(transaction, game, 1); });
    theirs.write([this](Transaction& transaction) { append(transaction, game, 2); });
    commits->write([this](Transaction& transaction) { append(transaction, game, 3); });

    EXPECT_EQ(seq(), 3);
}

TEST_F(PostgresDatabaseTest, StopsIfAnotherHasTakenItsPlace) {
    open();
    add_players();
    DatabaseOptions options = options_for("postgres:" + words);
    options.is_exclusive = false;
    const Database thief(options);

    const auto write = [this] {
        commits->write([this](Transaction& transaction) { append(transaction, game, 1); });
    };

    EXPECT_EQ(fault_of(write), Fault::fenced);
    commits->stop();
    EXPECT_EQ(fatal_errors, 1);
    EXPECT_EQ(seq(), 0);
}

}  // namespace
}  // namespace tanbo::store
