#include "server/cli/bot/active_games.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using protocol::GameId;
using std::chrono::seconds;

constexpr GameId first{1};
constexpr GameId second{2};
constexpr GameId third{3};

ActiveGames::Time in(int s) {
    return ActiveGames::Time() + seconds(s);
}

TEST(ActiveGames, AreTakenByDeadlineWhileThereIsRoom) {
    ActiveGames games(100);
    games.ask(first, in(3), 40);
    games.ask(second, in(1), 40);
    games.ask(third, in(2), 40);

    EXPECT_EQ(games.take(), second);
    EXPECT_EQ(games.take(), third);
    EXPECT_EQ(games.take(), std::nullopt);
    EXPECT_TRUE(games.has(second));
    EXPECT_FALSE(games.has(first));

    games.release(second);
    EXPECT_EQ(games.take(), first);
    EXPECT_EQ(games.take(), std::nullopt);
}

TEST(ActiveGames, AreOneAtLeast) {
    ActiveGames games(100);
    games.ask(first, in(1), 500);
    games.ask(second, in(2), 1);

    EXPECT_EQ(games.take(), first);
    EXPECT_EQ(games.take(), std::nullopt);
    games.resize(first, 99);
    EXPECT_EQ(games.take(), second);
}

TEST(ActiveGames, AreNotOvertakenByALaterOneThatWouldFit) {
    ActiveGames games(100);
    games.ask(first, in(1), 80);
    EXPECT_EQ(games.take(), first);
    games.ask(second, in(2), 50);
    games.ask(third, in(3), 10);

    EXPECT_EQ(games.take(), std::nullopt);
    games.release(first);
    EXPECT_EQ(games.take(), second);
    EXPECT_EQ(games.take(), third);
}

TEST(ActiveGames, ThatNobodyKnowsAreEightAtOnce) {
    ActiveGames games(80);
    for (int number = 1; number <= 20; ++number) games.ask(GameId{number}, in(number), 0);

    for (int number = 1; number <= 8; ++number) EXPECT_EQ(games.take(), GameId{number});
    EXPECT_EQ(games.take(), std::nullopt);
    games.resize(first, 0);
    EXPECT_EQ(games.take(), GameId{9});
}

TEST(ActiveGames, AreAskedForOnce) {
    ActiveGames games(100);
    games.ask(first, in(1), 100);
    games.ask(first, in(9), 1);
    EXPECT_EQ(games.take(), first);
    games.ask(first, in(1), 100);
    games.ask(second, in(2), 100);
    EXPECT_EQ(games.take(), std::nullopt);

    games.release(second);
    games.release(first);

    EXPECT_EQ(games.take(), std::nullopt);
    games.ask(first, in(1), 100);
    EXPECT_EQ(games.take(), first) << "all of the room is free again";
}

}  // namespace
}  // namespace tanbo::cli
