#include "server/cli/bot/pacing.hpp"

#include <gtest/gtest.h>

#include "server/cli/bot/search_queue.hpp"
#include "server/cli/engines/time_share.hpp"

namespace tanbo::cli {
namespace {

TEST(Pacing, ThinksASecondOrAFiftiethOfTheClock) {
    EXPECT_EQ(time_for_move(std::nullopt), Ms{1000});
    EXPECT_EQ(time_for_move(Ms{3'600'000}), Ms{1000});
    EXPECT_EQ(time_for_move(Ms{50'000}), Ms{1000});
    EXPECT_EQ(time_for_move(Ms{10'000}), Ms{200});
    EXPECT_EQ(time_for_move(Ms{0}), Ms{1});
    EXPECT_EQ(time_for_move(Ms{1'000'000}, Ms{5000}), Ms{5000});
}

TEST(Pacing, WaitsAsAPersonWouldButNotAtTheClocksExpense) {
    const Pause pause;
    EXPECT_EQ(pause_for_move(pause, std::nullopt, 0), Ms{500});
    EXPECT_EQ(pause_for_move(pause, std::nullopt, 0.5), Ms{1150});
    EXPECT_EQ(pause_for_move(pause, Ms{60'000}, 1), Ms{1800}) << "with the way there under two s";
    EXPECT_EQ(pause_for_move(pause, Ms{10'000}, 0.999), Ms{500});
    EXPECT_EQ(pause_for_move(pause, Ms{2'000}, 0.999), Ms{100});
    EXPECT_EQ(pause_for_move({Ms{0}, Ms{0}}, std::nullopt, 0.7), Ms{0});
}

TEST(Pacing, HalvesSimulationsOfStrongLevelsUnderLoad) {
    EXPECT_EQ(simulations_under_load(300, 8, 1.9, 2), 300U);
    EXPECT_EQ(simulations_under_load(300, 8, 2.1, 2), 150U);
    EXPECT_EQ(simulations_under_load(300, level_max_in_full + 1, 9, 2), 150U);
}

TEST(Pacing, LeavesWeakLevelsTheirStrengthWhateverTheLoad) {
    for (int level = 1; level <= level_max_in_full; ++level) {
        EXPECT_EQ(simulations_under_load(300, level, 99, 2), 300U) << level;
    }
}

TEST(Pacing, TriesAgainLaterAndLater) {
    EXPECT_EQ(pause_after_failures(1, 1), Ms{250});
    EXPECT_EQ(pause_after_failures(1, 0), Ms{125});
    EXPECT_EQ(pause_after_failures(3, 1), Ms{1000});
    EXPECT_EQ(pause_after_failures(5, 1), Ms{4000});
    EXPECT_EQ(pause_after_failures(1'000'000, 1), Ms{4000});
    EXPECT_EQ(pause_after_failures(6, 1, Ms{600'000}), Ms{8000});
    EXPECT_EQ(pause_after_failures(1'000'000, 0, Ms{600'000}), Ms{300'000});
}

TEST(Pacing, GivesUpAfterThreeHopelessTurnsFromLevelSixOn) {
    ResignRule six;
    EXPECT_FALSE(six.is_reached(0.02, 6));
    EXPECT_FALSE(six.is_reached(0.02, 6));
    EXPECT_TRUE(six.is_reached(0.02, 6));
    EXPECT_FALSE(six.is_reached(0.03, 6));  // there is hope again
    EXPECT_FALSE(six.is_reached(0.02, 6));
    EXPECT_FALSE(six.is_reached(std::nullopt, 6));
    ResignRule five;
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(five.is_reached(0.0, 5));
}

TEST(Pacing, SharesItsTimeAmongTheMovesToCome) {
    EXPECT_EQ(share_of(Ms{50'000}), Ms{1000});
    EXPECT_EQ(share_of(Ms{50'000}, Ms{1000}), Ms{1800});
    EXPECT_EQ(share_of(Ms{100}, Ms{1000}), Ms{50});
    EXPECT_EQ(share_of(Ms{0}), Ms{1});
}

TEST(SearchQueue, TakesTheLeastTimeFirstAndThenWhatCameFirst) {
    using Time = SearchQueue<int>::Time;
    const Time now{};
    SearchQueue<int> queue;
    queue.push(std::nullopt, 5);
    queue.push(now + Ms{500}, 3);
    queue.push(std::nullopt, 6);
    queue.push(now + Ms{100}, 1);
    queue.push(now + Ms{500}, 4);
    queue.push(now + Ms{200}, 2);

    for (int i = 1; i <= 6; ++i) EXPECT_EQ(queue.pop(), i);
    EXPECT_EQ(queue.pop(), std::nullopt);
}

}  // namespace
}  // namespace tanbo::cli
