#include "engine/search/levels.hpp"

#include <gtest/gtest.h>

namespace tanbo::tests {
namespace {

TEST(Levels, AreTenThatLookFurtherOrDrawMoreSurelyEachTime) {
    const auto all = search::levels();

    ASSERT_EQ(all.size(), 10U);
    for (std::size_t index = 1; index < all.size(); ++index) {
        const auto& weaker = all[index - 1];
        const auto& stronger = all[index];
        EXPECT_TRUE(stronger.simulations > weaker.simulations ||
                    (stronger.simulations == 0 && stronger.temperature < weaker.temperature))
            << index;
    }
}

TEST(Levels, DrawOnlyIfTheyDoNotLookAhead) {
    for (const auto& level : search::levels()) {
        EXPECT_NE(level.simulations > 0, level.temperature > 0);
        EXPECT_EQ(search::budget_of(level).simulations, level.simulations);
    }
}

}  // namespace
}  // namespace tanbo::tests
