#include "server/base/rate_limit.hpp"

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Instant start = Instant(seconds(1'000));

TEST(RateLimit, AllowsABurstAndThenSaysWhenToComeBack) {
    RateLimit limit({.burst = 3, .refill_per_second = 0.1});

    for (int i = 0; i < 3; ++i) EXPECT_FALSE(limit.take("a", start));

    EXPECT_EQ(limit.take("a", start), seconds(10));
    EXPECT_EQ(limit.take("a", start + milliseconds(9'999)), seconds(1));
    EXPECT_FALSE(limit.take("a", start + seconds(10)));
    EXPECT_EQ(limit.take("a", start + seconds(10)), seconds(10));
}

TEST(RateLimit, KeepsKeysApartAndNeverFillsABucketPastItsBurst) {
    RateLimit limit({.burst = 1, .refill_per_second = 1});
    EXPECT_FALSE(limit.take("a", start));

    EXPECT_FALSE(limit.take("b", start));
    EXPECT_FALSE(limit.take("a", start + seconds(100)));
    EXPECT_TRUE(limit.take("a", start + seconds(100)));
}

TEST(RateLimit, TakesAClockThatGoesBackForOneThatStandsStill) {
    RateLimit limit({.burst = 1, .refill_per_second = 1});
    EXPECT_FALSE(limit.take("a", start));

    EXPECT_TRUE(limit.take("a", start - seconds(100)));
    EXPECT_TRUE(limit.take("a", start));
    EXPECT_FALSE(limit.take("a", start + seconds(1)));
}

TEST(RateLimit, ForgetsTheKeyThatWasAskedForTheLongestAgoPastItsMaximum) {
    RateLimit limit({.burst = 1, .refill_per_second = 0.001, .keys_max = 2});
    limit.take("a", start);
    limit.take("b", start);
    EXPECT_TRUE(limit.take("a", start));

    limit.take("c", start);

    EXPECT_EQ(limit.keys(), 2U);
    EXPECT_TRUE(limit.take("a", start)) << "a was asked for after b";
    EXPECT_FALSE(limit.take("b", start)) << "b was forgotten, so its bucket is full";
}

TEST(RateLimit, ChargesWhatARequestCosts) {
    RateLimit limit({.burst = 10, .refill_per_second = 1});

    EXPECT_FALSE(limit.take("a", start, 7));
    EXPECT_EQ(limit.take("a", start, 7), seconds(4));
    EXPECT_FALSE(limit.take("a", start, 3));
}

}  // namespace
}  // namespace tanbo::base
