#include "server/cluster/membership.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/database.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::cluster {
namespace {

using testing::ElementsAre;

class MembershipTest : public testing::Test {
protected:
    store::DatabaseOptions options(std::int64_t node) const {
        store::DatabaseOptions of = store::options_for("postgres:" + name);
        of.node = node;
        of.has_peers = true;
        return of;
    }
    Membership member(std::int64_t node, base::Clock clock,
                      std::optional<Duty> left_to_others = std::nullopt) {
        return Membership(
            store::NodeRows(options(node), "1.0"), cluster_clock, std::move(clock),
            [](const store::StorageError&) {}, metrics, left_to_others);
    }

    const std::string name = test::PostgresCluster::instance().new_database();
    store::Database database{options(1)};
    ClusterClock cluster_clock;
    base::Metrics metrics;
    const base::Clock clock = [this] {
        return std::chrono::floor<std::chrono::milliseconds>(cluster_clock.read().system);
    };
};

TEST_F(MembershipTest, HasAllDutiesUntilItGivesThemBack) {
    Membership first = member(1, clock);
    const Membership second = member(2, clock);
    for (std::size_t duty = 0; duty < duties; ++duty) {
        EXPECT_TRUE(first.has(static_cast<Duty>(duty))) << duty;
        EXPECT_FALSE(second.has(static_cast<Duty>(duty))) << duty;
    }
    EXPECT_THAT(second.alive(), ElementsAre(1, 2));
    EXPECT_EQ(second.count(), 2U);

    first.stop();

    EXPECT_FALSE(first.has(Duty::outbox));
    const Membership third = member(3, clock);
    EXPECT_TRUE(third.has(Duty::outbox));
}

TEST_F(MembershipTest, LeavesADutyToOthers) {
    const Membership first = member(1, clock, Duty::bots);
    const Membership second = member(2, clock);

    EXPECT_FALSE(first.has(Duty::bots));
    EXPECT_TRUE(first.has(Duty::inbox));
    EXPECT_TRUE(second.has(Duty::bots));
    EXPECT_FALSE(second.has(Duty::inbox));
}

TEST_F(MembershipTest, HasNoDutyWithAClockThatIsNotTheDatabases) {
    for (const auto error : {clock_error_max * 2, -clock_error_max * 2}) {
        const Membership wrong = member(1, [this, error] { return clock() + error; });
        EXPECT_FALSE(wrong.is_clock_right());
        EXPECT_FALSE(wrong.has(Duty::maintenance));
    }

    const Membership right = member(1, [this] { return clock() + clock_error_max / 2; });

    EXPECT_TRUE(right.is_clock_right());
    EXPECT_TRUE(right.has(Duty::maintenance));
}

}  // namespace
}  // namespace tanbo::cluster
