#include "engine/seat.hpp"

#include <gtest/gtest.h>

namespace tanbo::engine {
namespace {

TEST(Seat, HasANameThatReadsBack) {
    const std::array names = {"black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"};

    for (int index = 0; index < seats_max; ++index) {
        EXPECT_EQ(seat_name(seat_at(index)), names[static_cast<std::size_t>(index)]);
        EXPECT_EQ(parse_seat(seat_name(seat_at(index))), seat_at(index));
    }
}

TEST(Seat, HasNoOtherNames) {
    for (const auto name : {"", "Black", "BLACK", "black ", "seat1", "seat9", "seat", "blue"}) {
        EXPECT_FALSE(parse_seat(name)) << name;
    }
}

TEST(Seat, HasAnotherIfThereAreTwo) {
    EXPECT_EQ(other_seat(Seat::black), Seat::white);
    EXPECT_EQ(other_seat(Seat::white), Seat::black);
}

}  // namespace
}  // namespace tanbo::engine
