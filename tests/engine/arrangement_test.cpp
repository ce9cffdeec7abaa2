// Positions given by their stones.

#include <gtest/gtest.h>

#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"

namespace tanbo::engine {
namespace {

using tests::Board;
using tests::board_of;
using tests::opening_of;
using tests::Picture;

const Picture three_seats = {
    "B...R",
    ".....",
    ".....",
    "W...B",
};

std::optional<Position> arrange(const Picture& picture, Seat to_move = Seat::black) {
    return Position::arranged(opening_of(three_seats, 3), board_of(picture), to_move);
}

TEST(Arrangement, TakesTheOpeningItself) {
    const auto position = arrange(three_seats);

    ASSERT_TRUE(position);
    EXPECT_EQ(position->hash(), Position(opening_of(three_seats, 3)).hash());
    EXPECT_TRUE(position->is_consistent());
}

TEST(Arrangement, GrowsRootsFromTheirSeeds) {
    const auto position = arrange(
        {
            "BBB.R",
            "..B..",
            "....R",
            "W....",
        },
        Seat::white);

    EXPECT_FALSE(position) << "red's stone on E2 hangs on no seed";

    const auto sound = arrange(
        {
            "BBB.R",
            "..B.R",
            "....R",
            "W....",
        },
        Seat::white);
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound->to_move(), Seat::white);
    EXPECT_EQ(sound->ply(), 0U);
    EXPECT_EQ(sound->roots(Seat::black), 1);
    EXPECT_EQ(sound->stones(Seat::black), 4);
    EXPECT_TRUE(sound->is_consistent());
}

TEST(Arrangement, LetsSeatsWithoutStonesShareTheLastPlace) {
    const auto won = arrange({"B....", ".....", ".....", "....."});
    const auto on = arrange({"B....", ".....", ".....", "W...."}, Seat::white);

    ASSERT_TRUE(won && on);
    EXPECT_EQ(won->winner(), Seat::black);
    EXPECT_EQ(won->place(Seat::black), 1);
    EXPECT_EQ(won->place(Seat::white), 2);
    EXPECT_EQ(won->place(Seat::red), 2);
    EXPECT_EQ(on->winner(), std::nullopt);
    EXPECT_EQ(on->place(Seat::black), 0);
    EXPECT_EQ(on->place(Seat::red), 3);
    EXPECT_TRUE(won->is_consistent());
    EXPECT_TRUE(on->is_consistent());
}

TEST(Arrangement, LetsARootCoverTheSeedOfAnother) {
    const auto own = arrange({"BBBBB", "....B", "....B", "W...B"}, Seat::white);
    const auto foreign = arrange({"BBBBB", ".....", ".....", "W...."}, Seat::white);

    ASSERT_TRUE(own && foreign);
    EXPECT_EQ(own->roots(Seat::black), 1);
    EXPECT_EQ(own->seed(own->root(0 + 4)), 4) << "the first seed of the group in board order";
    EXPECT_EQ(own->place(Seat::red), 3);
    EXPECT_EQ(foreign->roots(Seat::black), 1);
    EXPECT_TRUE(own->is_consistent());
    EXPECT_TRUE(foreign->is_consistent());
}

TEST(Arrangement, RefusesARootThatIsNoTree) {
    EXPECT_FALSE(arrange({"BB..R", "BB...", ".....", "W...B"}));
    EXPECT_FALSE(arrange({"BBB.R", "B.B..", "BBB..", "W...B"}));
}

TEST(Arrangement, RefusesABoundedRoot) {
    EXPECT_FALSE(arrange({"BR..R", "RRR..", ".....", "W...B"}));
    EXPECT_FALSE(arrange({"BWW.R", "WW...", "W....", "W...B"}));
    EXPECT_FALSE(arrange({"BRRRR", "R....", "R....", "W...B"}));
}

TEST(Arrangement, RefusesASeatToMoveWithoutStones) {
    EXPECT_FALSE(arrange({"B....", ".....", ".....", "W...."}, Seat::red));
    EXPECT_FALSE(arrange(three_seats, Seat::green));
}

TEST(Arrangement, RefusesABoardOfAnotherSize) {
    const auto opening = opening_of(three_seats, 3);

    EXPECT_FALSE(Position::arranged(opening, Board(19), Seat::black));
    EXPECT_FALSE(Position::arranged(opening, Board(21), Seat::black));
    EXPECT_FALSE(Position::arranged(opening, Board(), Seat::black));
}

TEST(Arrangement, RefusesABoardWithoutStones) {
    EXPECT_FALSE(arrange({".....", ".....", ".....", "....."}));
}

TEST(Arrangement, RebuildsEachPositionOfAGame) {
    tests::Random random(12);
    for (int game = 0; game < 20; ++game) {
        const auto opening = tests::random_opening(random);
        Position position(opening);
        while (const auto seat = position.to_move()) {
            Board board;
            for (int point = 0; point < opening->lattice().points(); ++point) {
                board.push_back(position.stone(static_cast<Point>(point)));
            }

            const auto rebuilt = Position::arranged(opening, board, *seat);

            ASSERT_TRUE(rebuilt);
            EXPECT_EQ(rebuilt->hash(), position.hash());
            EXPECT_EQ(tests::sorted_legal_points(*rebuilt, *seat),
                      tests::sorted_legal_points(position, *seat));
            EXPECT_TRUE(rebuilt->is_consistent());
            position.play(random.pick(position.legal_points(*seat)));
        }
    }
}

}  // namespace
}  // namespace tanbo::engine
