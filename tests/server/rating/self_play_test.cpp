#include "server/rating/self_play.hpp"

#include <gtest/gtest.h>

#include "engine/opening.hpp"

namespace tanbo::rating {
namespace {

constexpr std::string_view text =
    "# a comment\n"
    "9x9 10 700 6 14 4 16\n"
    "short 10 700\n"
    "odd 10 700 6 14 4\n"
    "sum 10 700 6 14 5 16\n"
    "none 0 0 0 0 0 0\n"
    "word 10 700 six 14 4 16\n"
    "last 1 7 1 1 0 2";

TEST(SelfPlay, IsReadFromItsLine) {
    const auto balance = read_self_play(text, "9x9");

    ASSERT_TRUE(balance);
    EXPECT_EQ(balance->games, 10);
    EXPECT_EQ(balance->plies, 700);
    ASSERT_EQ(balance->seats.size(), 2U);
    EXPECT_EQ(balance->seats[1].wins, 4);
    EXPECT_EQ(balance->seats[1].places, 16);
    EXPECT_TRUE(read_self_play(text, "last"));
}

TEST(SelfPlay, IsNothingIfTheLineIsUnsound) {
    for (const char* setup : {"short", "odd", "sum", "none", "word", "13x13", "#"}) {
        EXPECT_FALSE(read_self_play(text, setup)) << setup;
    }
}

TEST(SelfPlay, IsThereForEverySetup) {
    for (const engine::Setup& setup : engine::setups()) {
        const auto balance = self_play_of(setup.id);

        ASSERT_TRUE(balance) << setup.id;
        EXPECT_EQ(balance->seats.size(), static_cast<std::size_t>(setup.seats)) << setup.id;
        EXPECT_GE(balance->games, 10) << setup.id;
        std::int64_t places = 0;
        for (const auto& seat : balance->seats) places += seat.places;
        EXPECT_GE(places, balance->games * (1 + setup.seats - 1)) << setup.id;
    }
}

}  // namespace
}  // namespace tanbo::rating
