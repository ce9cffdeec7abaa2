// The largest boards that the engine takes.

#include <gtest/gtest.h>

#include "tests/support/play.hpp"

namespace tanbo::tests {
namespace {

using engine::Lattice;
using engine::Position;

// Plays to the end, with a leaving and a look at every invariant now and then.
void play_out(Position& position, std::uint64_t random_seed) {
    Random random(random_seed);
    while (const auto seat = position.to_move()) {
        position.preview(random.pick(position.legal_points(*seat)));
        const auto outcome = position.play(random.pick(position.legal_points(*seat)));
        ASSERT_EQ(outcome.illegal, engine::Illegal::none);
        if (position.ply() % 1000 == 0) {
            ASSERT_TRUE(position.is_consistent());
        }
        if (position.ply() % 3000 == 0 && !position.is_over()) position.leave(*position.to_move());
    }
    EXPECT_TRUE(position.is_consistent());
    EXPECT_EQ(position.seats_in(), 1);
}

// A seed on every second point of 64x64, the four around each empty point of four different seats.
std::shared_ptr<const Opening> crowded_opening() {
    const Lattice lattice = Lattice::create(std::vector<int>{64, 64}).value();
    std::vector<std::vector<Point>> stones(8);
    for (int row = 0; row < 64; ++row) {
        for (int column = row % 2; column < 64; column += 2) {
            const auto seat = static_cast<std::size_t>((column + 3 * row) / 2 % 8);
            stones[seat].push_back(static_cast<Point>(row * 64 + column));
        }
    }
    return std::get<std::shared_ptr<const Opening>>(Opening::create(lattice, stones));
}

TEST(Limits, AllowEightSeatsWith2048RootsOn4096Points) {
    Position position(crowded_opening());
    ASSERT_EQ(position.roots(), 2048);

    play_out(position, 1);
}

TEST(Limits, AllowASeatToLeaveWith2048RootsOnTheBoard) {
    Position position(crowded_opening());

    EXPECT_EQ(position.leave(Seat::red).removed.size(), 256U);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Limits, AllowElevenDimensions) {
    std::vector<int> extents(11, 2);
    extents[5] = 4;
    const Lattice lattice = Lattice::create(extents).value();
    ASSERT_EQ(lattice.points(), engine::points_max);
    std::vector<std::vector<Point>> stones(8);
    for (std::uint32_t index = 0; index < 8; ++index) {
        stones[index] = {static_cast<Point>(index * 512), static_cast<Point>(index * 512 + 255)};
    }
    Position position(std::get<std::shared_ptr<const Opening>>(Opening::create(lattice, stones)));

    play_out(position, 2);
}

TEST(Limits, AllowALineOf4096Points) {
    const Lattice lattice = Lattice::create(std::vector<int>{4096}).value();
    std::vector<std::vector<Point>> stones(2);
    for (std::size_t index = 0; index < 64; ++index) {
        stones[index % 2].push_back(static_cast<Point>(index * 64 + 10));
    }
    Position position(std::get<std::shared_ptr<const Opening>>(Opening::create(lattice, stones)));

    play_out(position, 3);
}

}  // namespace
}  // namespace tanbo::tests
