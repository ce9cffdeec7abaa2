#include "engine/search/arithmetic.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace tanbo::tests {
namespace {

TEST(SearchArithmetic, RaisesTwoToAPower) {
    for (int step = -1000; step <= 1000; ++step) {
        const float x = static_cast<float>(step) * 0.0437F;
        EXPECT_NEAR(search::exp2(x) / std::exp2(x), 1, 1e-5) << x;
    }
    EXPECT_EQ(search::exp2(0), 1.0F);
    EXPECT_EQ(search::exp2(-1e9F), 0.0F);
    EXPECT_EQ(search::exp2(std::nanf("")), 0.0F);
    EXPECT_EQ(search::exp2(1e9F), 0x1p126F);
}

TEST(SearchArithmetic, TakesLogarithms) {
    for (float x = 1e-6F; x < 1e6F; x *= 1.01F) {
        EXPECT_NEAR(search::log2(x), std::log2(x), 4e-6 * (1 + std::abs(std::log2(x)))) << x;
    }
    EXPECT_EQ(search::log2(1), 0.0F);
    EXPECT_EQ(search::log2(8), 3.0F);
}

TEST(SearchArithmetic, DrawsEvenly) {
    search::Random random(1);
    std::array<int, 10> count{};
    for (int draw = 0; draw < 10'000; ++draw) ++count[random.below(10)];
    for (const int drawn : count) EXPECT_NEAR(drawn, 1'000, 150);
    for (int draw = 0; draw < 1'000; ++draw) {
        const float unit = random.unit();
        EXPECT_TRUE(unit >= 0 && unit < 1);
    }
}

TEST(SearchArithmetic, DrawsTheSameForASeedAndSomethingForEverySeed) {
    search::Random first(9);
    search::Random second(9);
    EXPECT_EQ(first.next(), second.next());
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        search::Random random(seed);
        EXPECT_NE(random.next(), random.next());
    }
    // The seed with a state of zero, at which the generator would stand still.
    search::Random still(0x6A09E667F3BCC909U);
    EXPECT_NE(still.next(), still.next());
}

}  // namespace
}  // namespace tanbo::tests
