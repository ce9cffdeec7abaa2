#include "server/api_common/limiter.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace tanbo::api_common {
namespace {

using protocol::Code;

TEST(Limiter, SaysWhenToComeBack) {
    Limiter limiter(1, 2);
    const base::Instant now{};

    EXPECT_TRUE(limiter.take("a", now));
    EXPECT_TRUE(limiter.take("a", now));
    const auto refused = limiter.take("a", now);
    EXPECT_TRUE(limiter.take("b", now));
    EXPECT_TRUE(limiter.take("a", now + std::chrono::seconds(1)));

    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::rate_limited);
    EXPECT_EQ(refused.error().retry_after_s, 1);
}

TEST(Limiter, AdmitsTwiceItsShareOnEachOfSeveralNodes) {
    std::size_t nodes = 1;
    Limiter limiter(1, 12, [&nodes] { return nodes; });
    base::Instant now{};
    const auto admitted = [&] {
        int count = 0;
        while (limiter.take("a", now)) ++count;
        now += std::chrono::hours(1);
        return count;
    };

    EXPECT_EQ(admitted(), 12);
    nodes = 2;
    EXPECT_EQ(admitted(), 12);
    nodes = 6;
    EXPECT_EQ(admitted(), 4);
    nodes = 100;  // one at least
    EXPECT_EQ(admitted(), 1);
}

TEST(Limiter, LetsThisMachineAlone) {
    Limiter limiter(1, 1);
    const base::Instant now{};

    for (int i = 0; i < 9; ++i)
        EXPECT_TRUE(limiter.take_command(protocol::AccountId{7}, true, now));
    EXPECT_TRUE(limiter.take_command(protocol::AccountId{7}, false, now));
    EXPECT_FALSE(limiter.take_command(protocol::AccountId{7}, false, now));
}

}  // namespace
}  // namespace tanbo::api_common
