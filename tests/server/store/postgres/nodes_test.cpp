// The rows by which nodes share a database: who is there, and who has which duty.

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/database.hpp"
#include "server/store/node_rows.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::store {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;

constexpr milliseconds long_time{60'000};

class PostgresNodesTest : public testing::Test {
protected:
    DatabaseOptions options(std::int64_t node) const {
        DatabaseOptions of = options_for("postgres:" + database);
        of.node = node;
        of.has_others = true;
        return of;
    }

    const std::string database = test::PostgresCluster::instance().new_database();
    Database first{options(1)};  // makes the tables
    NodeRows one{options(1), "1.0"};
    NodeRows other{options(2), "1.0"};
};

TEST_F(PostgresNodesTest, HaveADutyOneAtATime) {
    EXPECT_TRUE(one.take_lease("duty", long_time));
    EXPECT_TRUE(other.take_lease("another", long_time));

    EXPECT_FALSE(other.take_lease("duty", long_time));
    EXPECT_TRUE(one.take_lease("duty", long_time));
}

TEST_F(PostgresNodesTest, TakeADutyWhoseTimeIsOver) {
    one.take_lease("duty", milliseconds(1));
    std::this_thread::sleep_for(milliseconds(20));

    EXPECT_TRUE(other.take_lease("duty", long_time));
    EXPECT_FALSE(one.take_lease("duty", long_time));
}

TEST_F(PostgresNodesTest, TakeADutyThatWasGivenBack) {
    one.take_lease("duty", long_time);
    other.give_back_lease("duty");
    EXPECT_FALSE(other.take_lease("duty", long_time));

    one.give_back_lease("duty");

    EXPECT_TRUE(other.take_lease("duty", long_time));
}

TEST_F(PostgresNodesTest, KnowWhoWasSeenLately) {
    EXPECT_THAT(one.alive(long_time), ElementsAre(1, 2));
    std::this_thread::sleep_for(milliseconds(20));
    other.renew();

    EXPECT_THAT(other.alive(milliseconds(15)), ElementsAre(2));
}

TEST_F(PostgresNodesTest, AreFencedBySomebodyWhoTookTheirPlace) {
    one.take_lease("duty", long_time);
    NodeRows successor(options(1), "1.1");

    successor.renew();

    EXPECT_FALSE(successor.take_lease("duty", long_time));
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
