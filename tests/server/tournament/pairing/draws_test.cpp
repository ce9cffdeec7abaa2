#include "server/tournament/pairing/draws.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

namespace tanbo::pairing {
namespace {

constexpr Secret secret = {1, 2, 3};
const std::vector<std::string> entrants = {"ada", "bo\\b", "cy\nd"};

TEST(Draws, ArePublishedAsADigest) {
    // printf '\x01\x02\x03' followed by 29 zero bytes, through sha256sum.
    EXPECT_EQ(commitment(secret),
              "1ac2f192702849e03dfe5c31ec66a4f6408b5eb16cc02f1583ce713b22be92ed");
}

TEST(Draws, AreTheSameEachTime) {
    Draw first(secret, entrants, 3);
    Draw second(secret, entrants, 3);

    for (int number = 0; number < 100; ++number) EXPECT_EQ(first.next(), second.next());
}

TEST(Draws, AreThoseOfTheDescription) {
    // Calculated by Python's hashlib from the description in draws.hpp: two blocks.
    Draw draw(secret, entrants, 3);
    for (const std::uint64_t number :
         {0xc6c1848a76d67b5fULL, 0x4b9132da5ef20b74ULL, 0xf9ede49a1b032457ULL,
          0x3240857a5e774197ULL, 0x30a7c55033d2e6b7ULL, 0xadd97e6027e292b5ULL,
          0xdbb1f13aa175cbe3ULL, 0xecf3acbbd482d6b9ULL}) {
        EXPECT_EQ(draw.next(), number);
    }

    EXPECT_EQ(Draw(secret, entrants, 3).order(5), (std::vector<int>{3, 2, 4, 0, 1}));
}

TEST(Draws, DifferBySecretEntrantsTheirOrderAndRound) {
    const std::vector<std::string> moved = {"bo\\b", "ada", "cy\nd"};
    const std::vector<std::string> joined = {"ada", "bo\\b\ncy\\\nd"};
    Secret other = secret;
    other[31] = 1;

    const std::uint64_t number = Draw(secret, entrants, 3).next();

    EXPECT_NE(number, Draw(other, entrants, 3).next());
    EXPECT_NE(number, Draw(secret, moved, 3).next());
    EXPECT_NE(number, Draw(secret, joined, 3).next());
    EXPECT_NE(number, Draw(secret, entrants, 4).next());
}

TEST(Draws, AreEquallyLikely) {
    Draw draw(secret, entrants, 1);
    std::map<std::vector<int>, int> orders;

    for (int number = 0; number < 6000; ++number) ++orders[draw.order(3)];

    EXPECT_EQ(orders.size(), 6U);
    for (const auto& [order, times] : orders) {
        EXPECT_GT(times, 850);
        EXPECT_LT(times, 1150);
    }
}

TEST(Draws, StayBelowTheirBound) {
    Draw draw(secret, entrants, 1);

    for (const std::uint64_t bound : {1ULL, 2ULL, 7ULL, (1ULL << 63) + 1, ~0ULL}) {
        for (int number = 0; number < 100; ++number) EXPECT_LT(draw.below(bound), bound);
    }
}

}  // namespace
}  // namespace tanbo::pairing
