#include "server/lobby/seating.hpp"

#include <map>
#include <utility>

#include <gtest/gtest.h>

namespace tanbo::lobby {
namespace {

using protocol::AccountId;
using store::ChallengeSeatState;

// The chi-squared statistic of a die's throws against a fair die's.
double chi_squared(const std::map<std::vector<std::size_t>, int>& counts, int throws, int faces) {
    const double expected = static_cast<double>(throws) / faces;
    double sum = expected * (faces - static_cast<int>(counts.size()));
    for (const auto& [face, count] : counts) {
        sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
}

TEST(Seating, DrawsEveryOrderEquallyOften) {
    constexpr int throws = 24'000;
    std::map<std::vector<std::size_t>, int> counts;

    for (int i = 0; i < throws; ++i) ++counts[drawn_order(4)];

    EXPECT_EQ(counts.size(), 24U);
    // 23 degrees of freedom: a fair draw is above this once in ten million runs.
    EXPECT_LT(chi_squared(counts, throws, 24), 78.0);
}

TEST(Seating, WouldNoticeADrawThatFavoursSomeOrders) {
    std::map<std::vector<std::size_t>, int> counts;

    // A common mistake: every place is exchanged with any, which gives 4^4 ways for 24 orders.
    for (std::size_t way = 0; way < 256 * 94; ++way) {
        std::vector<std::size_t> order = {0, 1, 2, 3};
        for (std::size_t i = 0, rest = way; i < 4; ++i, rest /= 4) {
            std::swap(order[i], order[rest % 4]);
        }
        ++counts[order];
    }

    EXPECT_GT(chi_squared(counts, 256 * 94, 24), 78.0);
}

TEST(Seating, HasOneOrderForOneSeat) {
    EXPECT_EQ(drawn_order(1), std::vector<std::size_t>{0});
    EXPECT_TRUE(drawn_order(0).empty());
}

TEST(Seating, MovesEverybodyOnByOneForARematch) {
    const std::vector<AccountId> players = {AccountId{10}, AccountId{20}, AccountId{30}};

    const auto seats = rotated_seats(players, AccountId{20});

    ASSERT_EQ(seats.size(), 3U);
    EXPECT_EQ(seats[0].account, AccountId{30});
    EXPECT_EQ(seats[1].account, AccountId{10});
    EXPECT_EQ(seats[2].account, AccountId{20});
    EXPECT_EQ(seats[2].state, ChallengeSeatState::me);
    EXPECT_FALSE(seats[2].is_named);
    EXPECT_EQ(seats[0].state, ChallengeSeatState::asked);
    EXPECT_TRUE(seats[0].is_named);
}

}  // namespace
}  // namespace tanbo::lobby
