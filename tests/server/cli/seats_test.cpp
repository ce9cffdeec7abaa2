#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/cli/play.hpp"

namespace tanbo::cli {
namespace {

using engine::Seat;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(SeatsOf, AreAnybodysIfNothingIsSaid) {
    EXPECT_THAT(seats_of(2, std::nullopt, {}), IsEmpty());
}

TEST(SeatsOf, PutYouFirstOrWhereYouWish) {
    EXPECT_THAT(seats_of(2, std::nullopt, {"bot:5"}), ElementsAre("me", "bot:5"));
    EXPECT_THAT(seats_of(2, Seat::white, {"bot:5"}), ElementsAre("bot:5", "me"));
    EXPECT_THAT(seats_of(2, Seat::white, {}), ElementsAre("open", "me"));
    EXPECT_THAT(seats_of(4, Seat::red, {"bot:5", "ben"}),
                ElementsAre("bot:5", "ben", "me", "open"));
}

}  // namespace
}  // namespace tanbo::cli
