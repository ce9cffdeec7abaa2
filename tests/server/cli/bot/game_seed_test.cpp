#include "server/cli/bot/game_seed.hpp"

#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using protocol::GameId;

TEST(GameSeed, IsTheSameForTheSameGameAndSecret) {
    EXPECT_EQ(game_seed("a secret", GameId{17}),
              game_seed(std::string("a ") + "secret", GameId{17}));
    EXPECT_EQ(game_seed("a secret", GameId{17}), 4362140652369942306U);
}

TEST(GameSeed, IsAnotherForEveryGameAndSecret) {
    std::set<std::uint64_t> seeds;
    for (std::int64_t game = 1; game <= 1000; ++game) {
        for (const char* const secret : {"a", "b", "a1", ""}) {
            seeds.insert(game_seed(secret, GameId{game}));
        }
    }

    EXPECT_EQ(seeds.size(), 4000U);
}

}  // namespace
}  // namespace tanbo::cli
