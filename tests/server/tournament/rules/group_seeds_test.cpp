#include "server/tournament/rules/group_seeds.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

namespace tanbo::tournament {
namespace {

using Groups = std::vector<std::vector<int>>;

// Groups of which so many go on each; a player's number is ten times the group and the place.
Groups groups_sending(int groups, int advance) {
    Groups all;
    for (int group = 0; group < groups; ++group) {
        auto& one = all.emplace_back();
        for (int place = 0; place < advance; ++place) one.push_back(10 * group + place);
    }
    return all;
}

int group_from(int player) {
    return player / 10;
}

// The earliest meeting of two of one group.
int earliest(const std::vector<int>& players, const Meetings& meetings) {
    int time = std::numeric_limits<int>::max();
    for (std::size_t a = 0; a < players.size(); ++a) {
        for (std::size_t b = a + 1; b < players.size(); ++b) {
            if (group_from(players[a]) == group_from(players[b]))
                time = std::min(time, meetings[a][b]);
        }
    }
    return time;
}

// The latest that it can be: all orders are tried in which places keep their seeds.
int latest_of_all(int groups, int advance, const Meetings& meetings) {
    int best = std::numeric_limits<int>::min();
    std::vector<int> order(static_cast<std::size_t>(groups));
    for (int i = 0; i < groups; ++i) order[static_cast<std::size_t>(i)] = i;
    std::vector<int> players(static_cast<std::size_t>(groups) * static_cast<std::size_t>(advance));
    const auto place = [&](auto& self, int rank) -> void {
        if (rank == advance) {
            best = std::max(best, earliest(players, meetings));
            return;
        }
        std::vector<int> own = order;
        do {
            for (int i = 0; i < groups; ++i) {
                players[static_cast<std::size_t>(rank * groups + i)] =
                    10 * own[static_cast<std::size_t>(i)] + rank;
            }
            self(self, rank + 1);
        } while (rank > 0 && std::ranges::next_permutation(own).found);
    };
    place(place, 0);
    return best;
}

TEST(GroupSeeds, FirstOfAllGroupsComeBeforeSeconds) {
    const Groups groups = groups_sending(4, 2);

    const auto players = seed_groups(groups, knockout_meetings(8));

    ASSERT_EQ(players.size(), 8U);
    EXPECT_EQ((std::vector<int>(players.begin(), players.begin() + 4)),
              (std::vector<int>{0, 10, 20, 30}));
    for (std::size_t i = 4; i < 8; ++i) EXPECT_EQ(players[i] % 10, 1);
}

TEST(GroupSeeds, TwoOfAGroupMeetInTheFinalAtTheEarliest) {
    for (int groups = 1; groups <= 16; ++groups) {
        const Meetings meetings = knockout_meetings(2 * groups);
        EXPECT_EQ(earliest(seed_groups(groups_sending(groups, 2), meetings), meetings), 0)
            << groups;
    }
}

TEST(GroupSeeds, NoOrderOfSmallGroupsIsBetter) {
    int cases = 0;
    for (const auto& [groups, advance] : {std::pair(2, 3), {3, 2}, {3, 3}, {4, 2}, {2, 4}}) {
        for (const bool is_knockout : {true, false}) {
            const int players = groups * advance;
            const Meetings meetings =
                is_knockout ? knockout_meetings(players) : robin_meetings(players);
            const int found =
                earliest(seed_groups(groups_sending(groups, advance), meetings), meetings);
            const int best = latest_of_all(groups, advance, meetings);
            EXPECT_LE(found, best);
            // Places are seeded one after the other: the first two are as good as can be.
            if (advance == 2) EXPECT_EQ(found, best) << groups << " " << is_knockout;
            if (is_knockout) EXPECT_EQ(found, best) << groups << " " << advance;
            ++cases;
        }
    }
    EXPECT_EQ(cases, 10);
}

TEST(GroupSeeds, SeedsInTheOrderOfTheGroupsWouldMeetEarlier) {
    const Meetings meetings = knockout_meetings(6);

    EXPECT_EQ(earliest(seed_groups(groups_sending(3, 2), meetings), meetings), 0);
    EXPECT_LT(earliest({0, 10, 20, 1, 11, 21}, meetings), 0);
}

TEST(GroupSeeds, GroupsMaySendFewerPlayers) {
    const Groups groups = {{0, 1}, {10}, {20, 21}};

    auto players = seed_groups(groups, knockout_meetings(5));

    std::ranges::sort(players);
    EXPECT_EQ(players, (std::vector<int>{0, 1, 10, 20, 21}));
}

}  // namespace
}  // namespace tanbo::tournament
