#include "server/tournament/pairing/ladder.hpp"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/pairing/league.hpp"

namespace tanbo::pairing {
namespace {

TEST(Ladder, GivesTheChallengersPlaceToTheWinnerAndMovesTheOthersDown) {
    Ladder ladder({10, 11, 12, 13, 14});

    ladder.win(13, 11);

    EXPECT_EQ(ladder.players(), (std::vector<int>{10, 13, 11, 12, 14}));
}

TEST(Ladder, ChangesNothingIfTheWinnerStandsHigherAlready) {
    Ladder ladder({10, 11, 12});

    ladder.win(10, 12);
    ladder.win(10, 99);
    ladder.win(99, 10);

    EXPECT_EQ(ladder.players(), (std::vector<int>{10, 11, 12}));
}

TEST(Ladder, ReachesOnlyPlayersNotFarAbove) {
    const Ladder ladder({10, 11, 12, 13});

    EXPECT_TRUE(ladder.is_in_reach(13, 11, 2));
    EXPECT_FALSE(ladder.is_in_reach(13, 10, 2));
    EXPECT_FALSE(ladder.is_in_reach(11, 13, 2));
    EXPECT_FALSE(ladder.is_in_reach(11, 11, 2));
    EXPECT_FALSE(ladder.is_in_reach(99, 11, 2));
}

TEST(Ladder, IsAPermutationWhateverHappens) {
    std::mt19937 random(4);  // NOLINT: the same ladder in each run
    Ladder ladder;
    std::set<int> members;
    for (int step = 0; step < 20'000; ++step) {
        const int player = static_cast<int>(random() % 40);
        const int other = static_cast<int>(random() % 40);
        const auto place = ladder.place(other);
        if (random() % 10 != 0) {
            ladder.win(player, other);
            if (place && ladder.place(player)) EXPECT_LE(*ladder.place(player), *place);
        } else if (members.contains(player)) {
            ladder.leave(player);
            members.erase(player);
        } else {
            ladder.join(player);
            members.insert(player);
            EXPECT_EQ(ladder.players().back(), player);
        }
        EXPECT_EQ(std::set<int>(ladder.players().begin(), ladder.players().end()), members);
        EXPECT_EQ(ladder.players().size(), members.size());
    }
}

TEST(League, MovesTheLastDownAndTheFirstUp) {
    const std::vector<std::vector<int>> final = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10}};

    const auto next =
        next_season(final, {.moving = 2, .division_size = 4, .leaving = {}, .joining = {}});

    EXPECT_EQ(next, (std::vector<std::vector<int>>{{1, 2, 5, 6}, {3, 4, 7, 9}, {8, 10}}));
}

TEST(League, FillsUpDivisionsFromBelow) {
    const std::vector<std::vector<int>> final = {{1, 2, 3, 4}, {5, 6, 7, 8}};

    const auto next = next_season(
        final, {.moving = 1, .division_size = 4, .leaving = {1, 6}, .joining = {20, 21, 22}});

    EXPECT_EQ(next, (std::vector<std::vector<int>>{{2, 3, 5, 4}, {7, 8, 20, 21}, {22}}));
}

}  // namespace
}  // namespace tanbo::pairing
