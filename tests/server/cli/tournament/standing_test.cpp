#include "server/cli/tournament/standing.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

TEST(Standing, TellsEloWithItsInterval) {
    EXPECT_EQ(text_of(elo_of({50, 50})), "+0 [-68 +68]");
    EXPECT_EQ(text_of(elo_of({84, 36})), "+147 [+80 +215]");
    EXPECT_EQ(text_of(elo_of({36, 84})), "-147 [-215 -80]");
    EXPECT_EQ(text_of(elo_of({10, 0})), "more than +166");
    EXPECT_EQ(text_of(elo_of({0, 10})), "less than -166");
}

TEST(Standing, TestsWhetherTheFirstIsStronger) {
    const Sprt sprt{0, 100};

    EXPECT_EQ(verdict_of(sprt, {0, 0}), Verdict::open);
    EXPECT_EQ(verdict_of(sprt, {10, 10}), Verdict::open);
    EXPECT_EQ(verdict_of(sprt, {60, 20}), Verdict::accepted);
    EXPECT_EQ(verdict_of(sprt, {20, 60}), Verdict::refused);
    EXPECT_EQ(verdict_of(sprt, {100, 100}), Verdict::refused);
}

TEST(Standing, DecidesAtWaldsBounds) {
    // p = 0.640065 under +100: each win adds 0.246961, each loss takes 0.328684.
    const Sprt sprt{0, 100};

    EXPECT_NEAR(log_likelihood_ratio(sprt, {1, 0}), 0.246961, 1e-5);
    EXPECT_NEAR(log_likelihood_ratio(sprt, {0, 1}), -0.328684, 1e-5);
    EXPECT_EQ(verdict_of(sprt, {11, 0}), Verdict::open);
    EXPECT_EQ(verdict_of(sprt, {12, 0}), Verdict::accepted);
    EXPECT_EQ(verdict_of(sprt, {0, 8}), Verdict::open);
    EXPECT_EQ(verdict_of(sprt, {0, 9}), Verdict::refused);
}

}  // namespace
}  // namespace tanbo::cli
