// Players who leave, at every kind of moment.

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/position.hpp"
#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"

namespace tanbo::engine {
namespace {

using tests::Picture;
using tests::picture_of;

Position four_players() {
    return Position(find_setup("19x19-4p")->opening);
}

void play_on(Position& position, int plies) {
    tests::Random random(11);
    for (int ply = 0; ply < plies; ++ply) {
        position.play(random.pick(position.legal_points(*position.to_move())));
    }
}

TEST(Leaving, BeforeTheFirstMoveGivesTheTurnToTheNext) {
    Position position = four_players();

    const Outcome outcome = position.leave(Seat::black);

    EXPECT_EQ(outcome.illegal, Illegal::none);
    EXPECT_EQ(outcome.seat, Seat::black);
    EXPECT_EQ(outcome.point, no_point);
    EXPECT_EQ(outcome.current_root, no_point);
    EXPECT_EQ(outcome.removed.size(), 4U);
    EXPECT_TRUE(outcome.eliminated.contains(Seat::black));
    EXPECT_EQ(outcome.eliminated.size(), 1);
    EXPECT_EQ(outcome.to_move, Seat::white);
    EXPECT_EQ(position.to_move(), Seat::white);
    EXPECT_EQ(position.place(Seat::black), 4);
    EXPECT_EQ(position.roots(Seat::black), 0);
    EXPECT_TRUE(position.legal_points(Seat::black).empty());
    EXPECT_TRUE(position.is_consistent());
}

TEST(Leaving, LiftsRootsInBoardOrderAndNoneIsCurrent) {
    Position position = four_players();
    play_on(position, 40);

    const Outcome outcome = position.leave(Seat::red);

    ASSERT_FALSE(outcome.removed.empty());
    for (std::size_t index = 0; index < outcome.removed.size(); ++index) {
        const auto& root = outcome.removed[index];
        EXPECT_EQ(root.seat, Seat::red);
        EXPECT_FALSE(root.current);
        EXPECT_TRUE(std::is_sorted(root.points.begin(), root.points.end()));
        EXPECT_TRUE(index == 0 || outcome.removed[index - 1].seed < root.seed);
        for (const Point point : root.points) EXPECT_EQ(position.stone(point), std::nullopt);
    }
}

TEST(Leaving, OffTurnLeavesTheTurnWhereItIs) {
    Position position = four_players();
    play_on(position, 5);
    ASSERT_EQ(position.to_move(), Seat::white);

    const Outcome outcome = position.leave(Seat::green);

    EXPECT_EQ(outcome.to_move, Seat::white);
    EXPECT_EQ(position.to_move(), Seat::white);
    EXPECT_EQ(position.ply(), 5U);
    EXPECT_EQ(position.place(Seat::green), 4);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Leaving, OnTurnPassesItToTheNextStillIn) {
    Position position = four_players();
    play_on(position, 5);
    position.leave(Seat::red);
    ASSERT_EQ(position.to_move(), Seat::white);

    const Outcome outcome = position.leave(Seat::white);

    EXPECT_EQ(outcome.to_move, Seat::green);
    EXPECT_EQ(position.place(Seat::red), 4);
    EXPECT_EQ(position.place(Seat::white), 3);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Leaving, OfTheLastButOneEndsTheGame) {
    Position position = four_players();
    play_on(position, 9);
    position.leave(Seat::white);
    position.leave(Seat::green);

    const Outcome outcome = position.leave(Seat::black);

    EXPECT_EQ(outcome.winner, Seat::red);
    EXPECT_EQ(outcome.to_move, std::nullopt);
    EXPECT_EQ(position.winner(), Seat::red);
    EXPECT_EQ(position.to_move(), std::nullopt);
    EXPECT_TRUE(position.is_over());
    EXPECT_EQ(position.place(Seat::red), 1);
    EXPECT_EQ(position.place(Seat::black), 2);
    EXPECT_EQ(position.place(Seat::green), 3);
    EXPECT_EQ(position.place(Seat::white), 4);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Leaving, OffTurnOfTheLastOpponentMakesTheSeatToMoveWin) {
    Position position(find_setup("9x9")->opening);

    const Outcome outcome = position.leave(Seat::white);

    EXPECT_EQ(outcome.winner, Seat::black);
    EXPECT_EQ(position.place(Seat::black), 1);
    EXPECT_EQ(position.place(Seat::white), 2);
}

TEST(Leaving, OfTheWinnerIsRefused) {
    Position position(find_setup("9x9")->opening);
    position.leave(Seat::white);
    const std::uint64_t hash = position.hash();

    EXPECT_EQ(position.leave(Seat::black).illegal, Illegal::game_over);
    EXPECT_EQ(position.leave(Seat::white).illegal, Illegal::game_over);
    EXPECT_EQ(position.play(0).illegal, Illegal::game_over);
    EXPECT_EQ(position.preview(0).illegal, Illegal::game_over);
    EXPECT_EQ(position.legality(Seat::black, 0), Illegal::game_over);
    EXPECT_EQ(position.hash(), hash);
    EXPECT_EQ(position.winner(), Seat::black);
}

TEST(Leaving, OfASeatThatIsOutOrUnknownIsRefused) {
    Position position = four_players();
    position.leave(Seat::green);
    const std::uint64_t hash = position.hash();

    EXPECT_EQ(position.leave(Seat::green).illegal, Illegal::not_your_turn);
    EXPECT_EQ(position.leave(Seat::seat5).illegal, Illegal::not_your_turn);
    EXPECT_EQ(position.leave(Seat::seat8).illegal, Illegal::not_your_turn);
    EXPECT_EQ(position.hash(), hash);
    EXPECT_EQ(position.place(Seat::green), 4);
}

TEST(Leaving, RemovesNothingOfTheOthersAndFreesThem) {
    Position position(tests::opening_of({"B.R.",  //
                                         "G.W."},
                                        4));

    const Outcome outcome = position.leave(Seat::red);

    EXPECT_EQ(outcome.removed.size(), 1U);
    EXPECT_EQ(picture_of(position), (Picture{"B...",  //
                                             "G.W."}));
    EXPECT_EQ(position.legal_points(Seat::white).size(), 3U);
    EXPECT_TRUE(position.is_consistent());
}

}  // namespace
}  // namespace tanbo::engine
