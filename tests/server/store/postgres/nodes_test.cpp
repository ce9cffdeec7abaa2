// The rows by which nodes share a database: who is there, and who has which duty.

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/database.hpp"
#include "server/store/node_rows.hpp"
#include "server/store/postgres/session.hpp"
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
        of.has_others = true;
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

// Whoever has a duty may be renewing it, and its commit waits.
TEST_F(PostgresNodesTest, DoNotWaitForWhoeverHasADuty) {
    one.take_leases({"duty"}, long_time);
    PostgresSession renewing(*options(1).postgres, milliseconds(0));
    renewing.ask("BEGIN");
    renewing.ask("UPDATE leases SET until_at = clock_timestamp() + interval '1 hour'");

    const auto begun_at = std::chrono::steady_clock::now();
    EXPECT_THAT(other.take_leases({"another", "duty"}, long_time), ElementsAre("another"));

    EXPECT_LT(std::chrono::steady_clock::now() - begun_at, milliseconds(1'000));
}

TEST_F(PostgresNodesTest, TakeADutyWhoseTimeIsOver) {
    one.take_leases({"duty"}, milliseconds(1));
    std::this_thread::sleep_for(milliseconds(20));

    EXPECT_THAT(other.take_leases({"duty"}, long_time), ElementsAre("duty"));
    EXPECT_THAT(one.take_leases({"duty"}, long_time), IsEmpty());
}

TEST_F(PostgresNodesTest, TakeADutyThatWasGivenBack) {
    one.take_leases({"duty"}, long_time);
    other.give_back_leases();
    EXPECT_THAT(other.take_leases({"duty"}, long_time), IsEmpty());

    one.give_back_leases();

    EXPECT_THAT(other.take_leases({"duty"}, long_time), ElementsAre("duty"));
}

TEST_F(PostgresNodesTest, KnowWhoWasSeenLately) {
    EXPECT_THAT(one.alive(long_time), ElementsAre(1, 2));
    std::this_thread::sleep_for(milliseconds(20));
    other.renew();

    EXPECT_THAT(other.alive(milliseconds(15)), ElementsAre(2));
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

}  // namespace
}  // namespace tanbo::store
