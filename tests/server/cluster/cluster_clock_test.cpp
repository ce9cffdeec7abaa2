#include "server/cluster/cluster_clock.hpp"

#include <gtest/gtest.h>

namespace tanbo::cluster {
namespace {

using namespace std::chrono_literals;

class ClusterClockTest : public testing::Test {
protected:
    base::ClockReading machine{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1), 100s};
    ClusterClock clock{[this] { return machine; }};

    void pass(std::chrono::nanoseconds time) {
        machine.system += time;
        machine.boot += time;
    }
};

TEST_F(ClusterClockTest, IsTheMachinesUntilTheDatabaseIsAsked) {
    pass(5s);

    EXPECT_EQ(clock.read().system, machine.system);
    EXPECT_EQ(clock.read().boot, machine.boot);
}

TEST_F(ClusterClockTest, IsNotChangedByWhoeverSetsTheMachines) {
    const auto before = clock.read().system;
    pass(5s);
    machine.system += 1h;

    EXPECT_EQ(clock.read().system, before + 5s);
}

TEST_F(ClusterClockTest, IsTheDatabasesOnceThatIsAsked) {
    const auto there = std::chrono::floor<std::chrono::milliseconds>(machine.system) - 10min;

    clock.adjust(there, machine.boot, 1ms);
    pass(5s);

    EXPECT_EQ(clock.read().system, there + 5s);
}

TEST_F(ClusterClockTest, IsNotChangedByWhatMayBeTheWayOfTheAnswer) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(machine.system);

    clock.adjust(now + 10ms, machine.boot, 10ms);

    EXPECT_EQ(clock.read().system, machine.system);
}

}  // namespace
}  // namespace tanbo::cluster
