#include "server/tournament/pairing/round_robin.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace tanbo::pairing {
namespace {

struct Count {
    std::map<std::pair<int, int>, int> meetings;  // the lower index first
    std::map<int, int> first_minus_second;
    bool has_twice_in_a_round = false;
};

Count count_of(const std::vector<Round>& rounds) {
    Count count;
    for (const Round& round : rounds) {
        std::set<int> seen;
        for (const auto& [first, second] : round) {
            ++count.meetings[std::minmax(first, second)];
            ++count.first_minus_second[first];
            --count.first_minus_second[second];
            count.has_twice_in_a_round |= !seen.insert(first).second || !seen.insert(second).second;
        }
    }
    return count;
}

class RoundRobin : public testing::TestWithParam<int> {};

TEST_P(RoundRobin, HasEverybodyMeetEverybodyOnce) {
    const int players = GetParam();

    const std::vector<Round> rounds = round_robin(players);

    const Count count = count_of(rounds);
    EXPECT_EQ(rounds.size(), static_cast<std::size_t>(players - 1 + players % 2));
    EXPECT_EQ(count.meetings.size(), static_cast<std::size_t>(players * (players - 1) / 2));
    for (const auto& [pair, times] : count.meetings) EXPECT_EQ(times, 1);
    EXPECT_FALSE(count.has_twice_in_a_round);
}

TEST_P(RoundRobin, BalancesWhoPlaysFirst) {
    const int players = GetParam();

    const Count count = count_of(round_robin(players));

    for (const auto& [player, balance] : count.first_minus_second) {
        const int expected = players % 2 == 1 ? 0 : player < players / 2 ? 1 : -1;
        EXPECT_EQ(balance, expected) << player;
    }
}

TEST_P(RoundRobin, BalancesADoubleOneFully) {
    const Count count = count_of(double_round_robin(GetParam()));

    for (const auto& [pair, times] : count.meetings) EXPECT_EQ(times, 2);
    for (const auto& [player, balance] : count.first_minus_second) EXPECT_EQ(balance, 0);
    EXPECT_FALSE(count.has_twice_in_a_round);
}

INSTANTIATE_TEST_SUITE_P(Players, RoundRobin, testing::Range(2, 41));

TEST(RoundRobinTable, IsFidesForSix) {
    const std::vector<Round> rounds = round_robin(6);

    ASSERT_EQ(rounds.size(), 5U);
    EXPECT_EQ(rounds[0], (Round{{0, 5}, {1, 4}, {2, 3}}));
    EXPECT_EQ(rounds[1], (Round{{5, 3}, {4, 2}, {0, 1}}));
    EXPECT_EQ(rounds[2], (Round{{1, 5}, {2, 0}, {3, 4}}));
    EXPECT_EQ(rounds[3], (Round{{5, 4}, {0, 3}, {1, 2}}));
    EXPECT_EQ(rounds[4], (Round{{2, 5}, {3, 1}, {4, 0}}));
}

TEST(RoundRobinTable, IsEmptyWithoutAnOpponent) {
    EXPECT_TRUE(round_robin(0).empty());
    EXPECT_TRUE(round_robin(1).empty());
}

TEST(SnakeGroups, AreOfEqualStrengthAndSize) {
    EXPECT_EQ(snake_groups(7, 3), (std::vector<std::vector<int>>{{0, 5, 6}, {1, 4}, {2, 3}}));
    EXPECT_EQ(snake_groups(3, 1), (std::vector<std::vector<int>>{{0, 1, 2}}));
}

}  // namespace
}  // namespace tanbo::pairing
