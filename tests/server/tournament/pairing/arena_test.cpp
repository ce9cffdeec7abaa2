#include "server/tournament/pairing/arena.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/repetitions.hpp"

namespace tanbo::pairing {
namespace {

TEST(Arena, PairsNeighboursByRank) {
    const std::vector<ArenaPlayer> free = {{.rank = 0}, {.rank = 9}, {.rank = 1}, {.rank = 10}};

    EXPECT_EQ(match_arena(free), (std::vector<Pair>{{2, 0}, {3, 1}}));
}

TEST(Arena, LetsWhoWasFirstMoreOftenBeSecond) {
    const std::vector<ArenaPlayer> free = {{.rank = 0, .balance = 1}, {.rank = 1, .balance = 2}};

    EXPECT_EQ(match_arena(free), (std::vector<Pair>{{0, 1}}));
}

TEST(Arena, AvoidsARematchIfItCan) {
    const std::vector<ArenaPlayer> free = {{.rank = 0, .last_opponent = 1},
                                           {.rank = 1, .last_opponent = 0},
                                           {.rank = 50},
                                           {.rank = 60}};

    const std::vector<Pair> pairs = match_arena(free);
    EXPECT_EQ(pairs.size(), 2U);
    for (const auto& [first, second] : pairs) EXPECT_GT(std::max(first, second), 1);
}

TEST(Arena, LetsTwoWaitBeforeARematch) {
    std::vector<ArenaPlayer> free = {{.rank = 0, .last_opponent = 1},
                                     {.rank = 1, .last_opponent = 0}};
    EXPECT_TRUE(match_arena(free).empty());

    for (ArenaPlayer& player : free) player.waited = arena_rematch_turns;
    EXPECT_EQ(match_arena(free).size(), 1U);
}

TEST(Arena, PassesNobodyOverTwiceInARow) {
    std::mt19937 random(9);  // NOLINT: the same arena in each run
    int waited_most = 0;
    for (int arena = 0; arena < tests::repetitions(200); ++arena) {
        std::vector<ArenaPlayer> free(3 + 2 * (random() % 4));
        for (int turn = 0; turn < 20; ++turn) {
            for (ArenaPlayer& player : free) {
                player.rank = static_cast<int>(random() % 100);
                player.balance = static_cast<int>(random() % 5) - 2;
            }
            const std::vector<Pair> pairs = match_arena(free);
            EXPECT_EQ(pairs.size(), free.size() / 2);
            for (ArenaPlayer& player : free) ++player.waited;
            for (const auto& [first, second] : pairs) {
                free[static_cast<std::size_t>(first)].waited = 0;
                free[static_cast<std::size_t>(second)].waited = 0;
            }
            for (const ArenaPlayer& player : free) {
                waited_most = std::max(waited_most, player.waited);
            }
        }
    }
    EXPECT_EQ(waited_most, 1);
}

}  // namespace
}  // namespace tanbo::pairing
