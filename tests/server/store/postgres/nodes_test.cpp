// The rows by which nodes share a database: who is there, and who has which duty.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/commit/node_rows.hpp"
#include "server/store/database.hpp"
#include "server/store/migration.hpp"
#include "server/store/postgres/session.hpp"
#include "server/store/transaction.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::store {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr milliseconds long_time{60'000};

class PostgresNodesTest : public testing::Test {
protected:
    DatabaseOptions options(std::int64_t node) const {
        DatabaseOptions of = options_for("postgres:" + database);
        of.node = node;
        of.has_peers = true;
        return of;
    }

    // Of those that wrote the rows as they are.
    std::int64_t commits_of_leases() const {
        PostgresSession session(*options(1).postgres, milliseconds(0));
        return integer_at(session.ask("SELECT count(DISTINCT xmin::text) FROM leases"), 0, 0);
    }

    const std::string database = test::PostgresCluster::instance().new_database();
    Database first{options(1)};  // makes the tables
    NodeRows one{options(1), "1.0"};
    NodeRows other{options(2), "1.0"};
};

TEST_F(PostgresNodesTest, HaveADutyOneAtATime) {
    EXPECT_THAT(one.take_leases({"duty"}, long_time), ElementsAre("duty"));

    EXPECT_THAT(other.take_leases({"duty", "another"}, long_time), ElementsAre("another"));
    EXPECT_THAT(one.take_leases({"another", "duty"}, long_time), ElementsAre("duty"));
}

TEST_F(PostgresNodesTest, RenewAllDutiesByOneCommit) {
    const std::vector<std::string> duties = {"duty", "another", "third"};
    for (const std::string& duty : duties) one.take_leases({duty}, long_time);
    EXPECT_EQ(commits_of_leases(), 3);

    one.take_leases(duties, long_time);

    EXPECT_EQ(commits_of_leases(), 1);
}

// The node with a duty may be renewing it, and its commit waits.
TEST_F(PostgresNodesTest, DoNotWaitForWhoeverHasADuty) {
    one.take_leases({"duty"}, long_time);
    PostgresSession renewing(*options(1).postgres, milliseconds(0));
    renewing.ask("BEGIN");
    renewing.ask("UPDATE leases SET until_at = clock_timestamp() + interval '1 hour'");

    // The row is locked until the end of this test: who waited for it would be refused.
    EXPECT_THAT(other.take_leases({"another", "duty"}, long_time), ElementsAre("another"));
}

TEST_F(PostgresNodesTest, TakeADutyWhoseTimeIsOver) {
    one.take_leases({"duty"}, milliseconds(1));
    std::this_thread::sleep_for(milliseconds(20));

    EXPECT_THAT(other.take_leases({"duty"}, long_time), ElementsAre("duty"));
    EXPECT_THAT(one.take_leases({"duty"}, long_time), IsEmpty());
}

TEST_F(PostgresNodesTest, TakeADutyThatWasGivenBack) {
    one.take_leases({"duty"}, long_time);
    other.release_leases();
    EXPECT_THAT(other.take_leases({"duty"}, long_time), IsEmpty());

    one.release_leases();

    EXPECT_THAT(other.take_leases({"duty"}, long_time), ElementsAre("duty"));
}

TEST_F(PostgresNodesTest, KnowWhoWasSeenLately) {
    EXPECT_THAT(one.alive(long_time), ElementsAre(1, 2));
    std::this_thread::sleep_for(milliseconds(20));

    // A busy machine may take longer to ask than that is lately.
    std::vector<std::int64_t> lately;
    for (int i = 0; i < 1'000 && lately.empty(); ++i) {
        other.renew();
        lately = other.alive(milliseconds(15));
    }

    EXPECT_THAT(lately, ElementsAre(2));
}

TEST_F(PostgresNodesTest, AreFencedBySomebodyWhoTookTheirPlace) {
    one.take_leases({"duty"}, long_time);
    NodeRows successor(options(1), "1.1");

    successor.renew();

    EXPECT_THAT(successor.take_leases({"duty"}, long_time), IsEmpty());
    try {
        one.renew();
        FAIL() << "it is not fenced";
    } catch (const StorageError& error) {
        EXPECT_EQ(error.fault(), Fault::fenced);
    }
}

TEST_F(PostgresNodesTest, ShareADatabaseButNoNumber) {
    const Database second(options(2));

    for (const std::int64_t node : {1, 2}) {
        try {
            const Database twice(options(node));
            FAIL() << node;
        } catch (const StorageError& error) {
            EXPECT_EQ(error.fault(), Fault::locked);
            EXPECT_THAT(error.what(),
                        testing::HasSubstr("is node " + std::to_string(node) + " of"));
        }
    }
}

TEST_F(PostgresNodesTest, KeepAwayWhoWantsToBeAlone) {
    try {
        const Database alone(options_for("postgres:" + database));
        FAIL() << "it is let in";
    } catch (const StorageError& error) {
        EXPECT_EQ(error.fault(), Fault::locked);
    }
}

// Nodes of the present version, and of one that knows two migrations more.
class PostgresUpgradesTest : public testing::Test {
protected:
    DatabaseOptions options(std::int64_t node, bool is_newer = false) const {
        DatabaseOptions of = options_for("postgres:" + database);
        of.node = node;
        of.has_peers = true;
        of.schema.takes_newer = true;
        if (is_newer) of.migrations = newer;
        return of;
    }
    DatabaseOptions contracting() const {
        DatabaseOptions of = options(0, true);
        of.schema.contracts = true;
        return of;
    }
    void execute(const std::string& sql) const {
        PostgresSession(*options(1).postgres, milliseconds(0)).ask(sql);
    }
    static std::vector<Migration> with_more() {
        std::vector<Migration> all(embedded_migrations().begin(), embedded_migrations().end());
        all.push_back({9001, "9001_more", "CREATE TABLE more (id BIGINT)", "aaaa"});
        all.push_back({9002, "9002_contract_more", "DROP TABLE more", "bbbb"});
        return all;
    }

    const std::vector<Migration> newer = with_more();
    const std::string database = test::PostgresCluster::instance().new_database();
};

TEST_F(PostgresUpgradesTest, ExpandBesideAnOlderNodeWhichGoesOnAndComesBack) {
    auto older = std::make_unique<Database>(options(1));
    const NodeRows row(options(1), "1.0");

    const Database next(options(2, true));

    EXPECT_EQ(next.version(), 9001);
    older.reset();
    older = std::make_unique<Database>(options(1));
    EXPECT_EQ(older->version(), 9001);
}

TEST_F(PostgresUpgradesTest, ContractOnlyWhenNoOlderNodeIsThere) {
    const Database older(options(1));
    NodeRows row(options(1), "1.0");
    const Database next(options(2, true));
    NodeRows next_row(options(2, true), "1.1");

    std::string why;
    EXPECT_EQ(fault_of([&] { migrate_database(contracting()); }, &why), Fault::older_nodes);
    EXPECT_THAT(why, testing::HasSubstr("node 1 has an older version (1.0)"));

    row.leave();
    EXPECT_EQ(migrate_database(contracting()).version, 9002);
    next_row.renew();
    EXPECT_EQ(fault_of([&] { const Database late(options(3)); }), Fault::newer_schema);
}

TEST_F(PostgresUpgradesTest, FenceAnOlderNodeThatStoodStill) {
    Database older(options(1));
    NodeRows row(options(1), "1.0");
    const Database next(options(2, true));
    execute("UPDATE nodes SET seen_at = seen_at - interval '31 s' WHERE node = 1");

    EXPECT_EQ(migrate_database(contracting()).version, 9002);

    EXPECT_EQ(fault_of([&] { row.renew(); }), Fault::fenced);
    GroupCommit writer(older);
    EXPECT_EQ(fault_of([&] {
                  writer.write([](Transaction& transaction) { add_account(transaction, "late"); });
              }),
              Fault::fenced);
}

TEST_F(PostgresUpgradesTest, ChangeNothingBesideANodeThatDoesNotSayWhatItKnows) {
    const Database first(options(1));
    execute("INSERT INTO nodes (node, epoch, version, seen_at) VALUES (7, 1, '0.9', now())");

    EXPECT_EQ(fault_of([&] { const Database next(options(2, true)); }), Fault::older_nodes);

    execute("DELETE FROM nodes WHERE node = 7");
    EXPECT_EQ(Database(options(2, true)).version(), 9001);
}

TEST_F(PostgresUpgradesTest, WaitForTheTablesWithoutKeepingOthersFromThem) {
    {
        const Database first(options(1));
    }
    std::vector<Migration> locking = newer;
    locking[locking.size() - 2].sql = "ALTER TABLE games ADD COLUMN more BIGINT";
    DatabaseOptions next = options(2);
    next.migrations = locking;
    PostgresSession reader(*next.postgres, milliseconds(0));
    reader.ask("BEGIN");
    reader.ask("SELECT 1 FROM games");

    std::atomic<bool> is_migrated = false;
    std::thread migrating([&] {
        const Database opened(next);
        is_migrated = true;
    });
    PostgresSession other(*next.postgres, milliseconds(0));
    // The shortest of three waits or more: whatever else the machine does only takes time.
    std::vector<std::chrono::steady_clock::duration> waits;
    const auto is_enough = [&waits] {
        return waits.size() >= 3 && *std::ranges::min_element(waits) < milliseconds(700);
    };
    const auto end = std::chrono::steady_clock::now() + long_time;
    for (auto now = std::chrono::steady_clock::now(); !is_enough() && now < end;) {
        other.ask("SELECT 1 FROM games");
        const auto asked = std::exchange(now, std::chrono::steady_clock::now());
        if (now - asked > milliseconds(100)) waits.push_back(now - asked);
    }
    EXPECT_FALSE(is_migrated);
    reader.ask("COMMIT");
    migrating.join();

    EXPECT_TRUE(is_migrated);
    ASSERT_GE(waits.size(), 3U) << "nobody was waited for";
    EXPECT_LT(*std::ranges::min_element(waits), milliseconds(700));
}

}  // namespace
}  // namespace tanbo::store
