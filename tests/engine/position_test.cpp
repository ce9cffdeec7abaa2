#include "engine/position.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"

namespace tanbo::engine {
namespace {

using tests::opening_of;
using tests::Picture;
using tests::picture_of;

Point at(const Position& position, std::string_view name) {
    return tests::point_at(position.lattice(), name);
}

// Plays these points, all of which must be legal.
void play_all(Position& position, const std::vector<std::string_view>& names) {
    for (const auto name : names) {
        EXPECT_EQ(position.play(at(position, name)).illegal, Illegal::none) << name;
    }
}

Position beginners() {
    return Position(find_setup("9x9")->opening);
}

TEST(Position, StartsFromItsOpening) {
    const Position position = beginners();

    EXPECT_EQ(position.to_move(), Seat::black);
    EXPECT_EQ(position.winner(), std::nullopt);
    EXPECT_FALSE(position.is_over());
    EXPECT_EQ(position.ply(), 0U);
    EXPECT_EQ(position.seats_in(), 2);
    EXPECT_EQ(position.roots(), 4);
    EXPECT_EQ(position.roots(Seat::white), 2);
    EXPECT_EQ(position.stones(Seat::black), 2);
    EXPECT_EQ(position.place(Seat::black), 0);
    EXPECT_EQ(position.legal_points(Seat::black).size(), 8U);
    EXPECT_EQ(position.root(at(position, "B2")), 1);
    EXPECT_EQ(position.seed(1), at(position, "B2"));
    EXPECT_EQ(position.owner(1), Seat::black);
    EXPECT_EQ(position.root_space(1), 4);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, NamesEachReasonForBeingIllegal) {
    EXPECT_EQ(illegal_name(Illegal::none), "");
    EXPECT_EQ(illegal_name(Illegal::occupied), "occupied");
    EXPECT_EQ(illegal_name(Illegal::off_board), "off-board");
    EXPECT_EQ(illegal_name(Illegal::no_friend), "no-friend");
    EXPECT_EQ(illegal_name(Illegal::two_friends), "two-friends");
    EXPECT_EQ(illegal_name(Illegal::not_your_turn), "not-your-turn");
    EXPECT_EQ(illegal_name(Illegal::game_over), "game-over");
}

TEST(Position, SaysWhyAPointMayNotBePlayed) {
    Position position = beginners();
    play_all(position, {"B3", "H3", "C3", "H4"});

    EXPECT_EQ(position.legality(at(position, "B4")), Illegal::none);
    EXPECT_EQ(position.legality(at(position, "B2")), Illegal::occupied);
    EXPECT_EQ(position.legality(at(position, "H2")), Illegal::occupied);
    EXPECT_EQ(position.legality(81), Illegal::off_board);
    EXPECT_EQ(position.legality(no_point), Illegal::off_board);
    EXPECT_EQ(position.legality(at(position, "E5")), Illegal::no_friend);
    EXPECT_EQ(position.legality(at(position, "H1")), Illegal::no_friend);
    EXPECT_EQ(position.legality(at(position, "C2")), Illegal::two_friends);
}

TEST(Position, LetsOnlyTheSeatToMovePlay) {
    const Position position = beginners();

    EXPECT_EQ(position.legality(Seat::black, at(position, "B3")), Illegal::none);
    EXPECT_EQ(position.legality(Seat::white, at(position, "H3")), Illegal::not_your_turn);
    EXPECT_EQ(position.legality(Seat::white, no_point), Illegal::not_your_turn);
    EXPECT_EQ(position.legality(Seat::black, no_point), Illegal::off_board);
}

TEST(Position, StaysAsItIsWhenAMoveIsIllegal) {
    Position position = beginners();
    const std::uint64_t hash = position.hash();

    for (const std::string_view name : {"B2", "H2", "E5"}) {
        const Outcome outcome = position.play(at(position, name));
        EXPECT_NE(outcome.illegal, Illegal::none);
        EXPECT_TRUE(outcome.removed.empty());
        EXPECT_EQ(outcome.to_move, std::nullopt);
        EXPECT_NE(position.preview(at(position, name)).illegal, Illegal::none);
    }

    EXPECT_EQ(position.play(no_point).illegal, Illegal::off_board);
    EXPECT_EQ(position.hash(), hash);
    EXPECT_EQ(position.ply(), 0U);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, SaysWhatAMoveDid) {
    Position position = beginners();

    const Outcome outcome = position.play(at(position, "B3"));

    EXPECT_EQ(outcome.illegal, Illegal::none);
    EXPECT_EQ(outcome.seat, Seat::black);
    EXPECT_EQ(outcome.point, at(position, "B3"));
    EXPECT_EQ(outcome.current_root, at(position, "B2"));
    EXPECT_TRUE(outcome.removed.empty());
    EXPECT_TRUE(outcome.eliminated.empty());
    EXPECT_EQ(outcome.to_move, Seat::white);
    EXPECT_EQ(outcome.winner, std::nullopt);
    EXPECT_EQ(position.ply(), 1U);
}

TEST(Position, EliminatesAPlayerWhoBoundsHisLastRoot) {
    Position position(opening_of({".W.",  //
                                  ".RB"},
                                 3));

    const Outcome outcome = position.play(at(position, "C2"));

    ASSERT_EQ(outcome.removed.size(), 1U);
    EXPECT_EQ(outcome.removed[0].seat, Seat::black);
    EXPECT_EQ(outcome.removed[0].seed, at(position, "C1"));
    EXPECT_TRUE(outcome.removed[0].current);
    EXPECT_TRUE(std::ranges::equal(outcome.removed[0].points,
                                   std::vector{at(position, "C1"), at(position, "C2")}));
    EXPECT_TRUE(outcome.eliminated.contains(Seat::black));
    EXPECT_EQ(outcome.eliminated.size(), 1);
    EXPECT_EQ(outcome.to_move, Seat::white);
    EXPECT_EQ(position.place(Seat::black), 3);
    EXPECT_EQ(position.seats_in(), 2);
    EXPECT_EQ(picture_of(position), (Picture{".W.",  //
                                             ".R."}));
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, LetsSeatsPutOutByOneMoveShareAPlace) {
    Position position(opening_of({"B.R.",  //
                                  "G.W."},
                                 4));
    play_all(position, {"B2"});

    const Outcome outcome = position.play(at(position, "B1"));

    ASSERT_EQ(outcome.removed.size(), 2U);
    EXPECT_EQ(outcome.removed[0].seat, Seat::green);
    EXPECT_EQ(outcome.removed[1].seat, Seat::black);
    EXPECT_FALSE(outcome.removed[0].current);
    EXPECT_EQ(outcome.eliminated.size(), 2);
    EXPECT_EQ(outcome.to_move, Seat::red);
    EXPECT_EQ(position.place(Seat::black), 3);
    EXPECT_EQ(position.place(Seat::green), 3);
    EXPECT_EQ(position.place(Seat::white), 0);
    EXPECT_EQ(position.seats_in(), 2);
    EXPECT_EQ(picture_of(position), (Picture{"..R.",  //
                                             ".WW."}));
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, SkipsSeatsThatAreOut) {
    Position position(opening_of({".W.",  //
                                  ".RB"},
                                 3));
    play_all(position, {"C2"});

    const Outcome outcome = position.play(at(position, "C2"));

    EXPECT_EQ(outcome.seat, Seat::white);
    EXPECT_EQ(outcome.to_move, Seat::red);
    EXPECT_EQ(position.legality(Seat::black, at(position, "C1")), Illegal::not_your_turn);
}

TEST(Position, ForetellsARemovalWithoutMakingIt) {
    Position position(opening_of({"B.R.",  //
                                  "G.W."},
                                 4));
    play_all(position, {"B2"});
    const Picture before = picture_of(position);

    const Outcome outcome = position.preview(at(position, "B1"));

    EXPECT_EQ(outcome.removed.size(), 2U);
    EXPECT_EQ(outcome.eliminated.size(), 2);
    EXPECT_EQ(outcome.to_move, Seat::red);
    EXPECT_EQ(picture_of(position), before);
    EXPECT_EQ(position.ply(), 1U);
    EXPECT_EQ(position.to_move(), Seat::white);
    EXPECT_EQ(position.place(Seat::green), 0);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, LetsARootGrowOverTheSeedOfALiftedOne) {
    Position position(opening_of({"B...R",  //
                                  ".....",  //
                                  "..W.."},
                                 3));
    const Root black = position.root(at(position, "A3"));
    const Root white = position.root(at(position, "C1"));
    position.leave(Seat::white);

    play_all(position, {"A2", "E2", "A1", "E1", "B1", "D3", "C1"});

    EXPECT_EQ(position.root(at(position, "C1")), black);
    EXPECT_EQ(position.stone(at(position, "C1")), Seat::black);
    EXPECT_FALSE(position.is_standing(white));
    EXPECT_EQ(position.owner(white), Seat::white);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, HasNothingForSeatsThatAreNotOfTheOpening) {
    const Position position = beginners();

    for (int index = 2; index < seats_max; ++index) {
        const Seat seat = seat_at(index);
        EXPECT_FALSE(position.is_in(seat));
        EXPECT_TRUE(position.legal_points(seat).empty());
        EXPECT_EQ(position.roots(seat), 0);
        EXPECT_EQ(position.stones(seat), 0);
        EXPECT_EQ(position.place(seat), 0);
        EXPECT_EQ(position.legality(seat, 0), Illegal::not_your_turn);
    }
}

// --- hash ---

TEST(PositionHash, IsTheSameForTheSameStonesInAnotherOrder) {
    Position one = beginners();
    Position other = beginners();

    play_all(one, {"B3", "H3", "G8", "C8"});
    play_all(other, {"G8", "C8", "B3", "H3"});

    EXPECT_EQ(one.hash(), other.hash());
}

TEST(PositionHash, TellsTheSeatToMoveApart) {
    const Picture picture = {"B...", "....", "...W"};
    const Position black(opening_of(picture, 2, Seat::black));
    const Position white(opening_of(picture, 2, Seat::white));

    EXPECT_NE(black.hash(), white.hash());
}

TEST(PositionHash, ForgetsLiftedRoots) {
    Position left(opening_of({"B...", "....", "R..W"}, 3));
    const Position never(opening_of({"B...", "....", "...W"}));
    left.leave(Seat::red);

    EXPECT_EQ(left.hash(), never.hash());
}

TEST(PositionHash, DiffersBetweenThePositionsOfManyGames) {
    tests::Random random(7);
    std::vector<std::uint64_t> hashes;
    std::vector<Picture> pictures;
    for (int game = 0; game < 20; ++game) {
        Position position = beginners();
        while (const auto seat = position.to_move()) {
            position.play(random.pick(position.legal_points(*seat)));
            Picture picture = picture_of(position);
            picture.emplace_back(position.to_move() ? seat_name(*position.to_move()) : "");
            pictures.push_back(std::move(picture));
            hashes.push_back(position.hash());
        }
    }
    const auto distinct = [](auto all) {
        std::sort(all.begin(), all.end());
        return std::unique(all.begin(), all.end()) - all.begin();
    };

    EXPECT_EQ(distinct(hashes), distinct(pictures));
}

// --- copies ---

TEST(PositionCopy, IsIndependent) {
    Position original = beginners();
    play_all(original, {"B3"});

    Position copy = original;
    EXPECT_EQ(copy.hash(), original.hash());
    play_all(copy, {"H3", "B4"});

    EXPECT_EQ(original.ply(), 1U);
    EXPECT_EQ(original.stone(at(original, "H3")), std::nullopt);
    play_all(original, {"C8"});
    EXPECT_NE(copy.hash(), original.hash());
    EXPECT_TRUE(original.is_consistent());
    EXPECT_TRUE(copy.is_consistent());
}

TEST(PositionCopy, TakesTheShapeOfWhatIsAssigned) {
    Position position = beginners();
    const Position cube(find_setup("5x5x5")->opening);

    position = cube;
    tests::Random random(3);
    while (const auto seat = position.to_move()) {
        position.play(random.pick(position.legal_points(*seat)));
    }

    EXPECT_EQ(position.lattice().points(), 125);
    EXPECT_EQ(position.seats_in(), 1);
    EXPECT_TRUE(position.is_consistent());
    EXPECT_EQ(cube.ply(), 0U);
}

TEST(PositionCopy, KeepsTheAnswerOfTheOriginal) {
    Position position(opening_of({".W.",  //
                                  ".RB"},
                                 3));
    const Outcome outcome = position.play(at(position, "C2"));

    Position copy = position;
    copy.play(at(copy, "A2"));

    EXPECT_EQ(outcome.removed[0].points[1], at(position, "C2"));
}

}  // namespace
}  // namespace tanbo::engine
