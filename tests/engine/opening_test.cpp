#include "engine/opening.hpp"

#include <gtest/gtest.h>

#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"

namespace tanbo::engine {
namespace {

using tests::points_at;
using Names = std::vector<std::string_view>;

Lattice square(int side) {
    return Lattice::create(std::vector<int>{side, side}).value();
}

// The opening or the error for seats with these stones.
auto create(const Lattice& lattice, const std::vector<Names>& seats, Seat to_move = Seat::black) {
    std::vector<std::vector<Point>> stones;
    for (const auto& names : seats) stones.push_back(points_at(lattice, names));
    return Opening::create(lattice, stones, to_move);
}

OpeningError error_of(const std::variant<std::shared_ptr<const Opening>, OpeningError>& created) {
    const auto* error = std::get_if<OpeningError>(&created);
    if (error != nullptr) return *error;
    ADD_FAILURE() << "the opening was accepted";
    return {OpeningFault::board};
}

void expect_error(const std::variant<std::shared_ptr<const Opening>, OpeningError>& created,
                  OpeningFault fault, Seat seat, Point point) {
    const OpeningError error = error_of(created);
    EXPECT_EQ(error.fault, fault);
    EXPECT_EQ(error.seat, seat);
    EXPECT_EQ(error.point, point);
}

TEST(Opening, ListsItsSeedsInBoardOrder) {
    const Lattice lattice = square(9);
    const auto created = create(lattice, {{"H8", "B2"}, {"B8", "H2"}}, Seat::white);

    const auto& opening = *std::get<std::shared_ptr<const Opening>>(created);
    EXPECT_EQ(std::vector<Point>(opening.seeds().begin(), opening.seeds().end()),
              points_at(lattice, {"B2", "H2", "B8", "H8"}));
    EXPECT_EQ(std::vector<Seat>(opening.seed_seats().begin(), opening.seed_seats().end()),
              (std::vector{Seat::black, Seat::white, Seat::white, Seat::black}));
    EXPECT_EQ(opening.stones(Seat::black), points_at(lattice, {"B2", "H8"}));
    EXPECT_EQ(opening.seats(), 2);
    EXPECT_EQ(opening.to_move(), Seat::white);
    EXPECT_EQ(opening.lattice(), lattice);
}

TEST(Opening, TakesTwoToEightSeats) {
    const Lattice line = Lattice::create(std::vector<int>{40}).value();
    const std::vector<Names> stones = {{"1"},  {"5"},  {"9"},  {"13"}, {"17"},
                                       {"21"}, {"25"}, {"29"}, {"33"}};

    expect_error(create(line, {}), OpeningFault::seats, Seat::black, no_point);
    expect_error(create(line, {{"1"}}), OpeningFault::seats, Seat::black, no_point);
    expect_error(create(line, stones), OpeningFault::seats, Seat::black, no_point);
    EXPECT_EQ(create(line, {{"1"}, {"5"}}).index(), 0U);
    EXPECT_EQ(create(line, {stones.begin(), stones.begin() + 8}).index(), 0U);
}

TEST(Opening, RefusesASeatWithoutStones) {
    expect_error(create(square(9), {{"A1"}, {}, {"C3"}}), OpeningFault::no_stones, Seat::white,
                 no_point);
}

TEST(Opening, RefusesAStoneOffTheBoard) {
    const std::vector<std::vector<Point>> one_past = {{0}, {80, 81}};
    const std::vector<std::vector<Point>> nowhere = {{no_point}, {0}};

    expect_error(Opening::create(square(9), one_past), OpeningFault::off_board, Seat::white, 81);
    expect_error(Opening::create(square(9), nowhere), OpeningFault::off_board, Seat::black,
                 no_point);
}

TEST(Opening, RefusesTwoStonesOnOnePoint) {
    const Point c3 = tests::point_at(square(9), "C3");

    expect_error(create(square(9), {{"A1", "C3"}, {"C3"}}), OpeningFault::overlap, Seat::white, c3);
    expect_error(create(square(9), {{"C3", "C3"}, {"A1"}}), OpeningFault::overlap, Seat::black, c3);
}

TEST(Opening, RefusesSeedsOfOneSeatThatTouch) {
    expect_error(create(square(9), {{"A1"}, {"D4", "D5"}}), OpeningFault::adjacent_seeds,
                 Seat::white, tests::point_at(square(9), "D4"));
}

TEST(Opening, LetsSeedsOfTwoSeatsTouch) {
    EXPECT_EQ(create(square(9), {{"D4"}, {"D5"}}).index(), 0U);
}

TEST(Opening, RefusesARootThatIsShutIn) {
    expect_error(create(square(9), {{"A1"}, {"A2", "B1"}}), OpeningFault::bounded_root, Seat::black,
                 0);
}

TEST(Opening, RefusesARootWhosePointsTouchTwoStonesOfTheSeat) {
    const Lattice line = Lattice::create(std::vector<int>{9}).value();

    expect_error(create(line, {{"1", "3"}, {"5"}}), OpeningFault::bounded_root, Seat::black, 0);
}

TEST(Opening, RefusesASeatToMoveThatIsNotPlaying) {
    expect_error(create(square(9), {{"D4"}, {"D6"}}, Seat::red), OpeningFault::to_move, Seat::red,
                 no_point);
}

TEST(Opening, ReportsTheFirstFaultInTheStatedOrder) {
    const std::vector<std::vector<Point>> overlap_and_off_board = {{0, 0}, {81}};
    const std::vector<std::vector<Point>> empty_and_off_board = {{81}, {}};

    EXPECT_EQ(error_of(Opening::create(square(9), overlap_and_off_board)).fault,
              OpeningFault::off_board);
    EXPECT_EQ(error_of(Opening::create(square(9), empty_and_off_board)).fault,
              OpeningFault::no_stones);
    EXPECT_EQ(error_of(create(square(9), {{"A1", "A1", "A2"}, {"C3"}})).fault,
              OpeningFault::overlap);
    EXPECT_EQ(error_of(create(square(9), {{"A1", "D4", "D5"}, {"A2", "B1"}})).fault,
              OpeningFault::adjacent_seeds);
    EXPECT_EQ(error_of(create(square(9), {{"A1"}, {"A2", "B1"}}, Seat::red)).fault,
              OpeningFault::bounded_root);
}

TEST(Opening, DescribesEachFaultForAPerson) {
    const Lattice lattice = square(9);
    const auto text = [&](OpeningFault fault, Seat seat, Point point) {
        return describe({fault, seat, point}, lattice);
    };

    EXPECT_EQ(text(OpeningFault::board, Seat::black, no_point),
              "A board must have 1 to 11 dimensions and at most 4096 points.");
    EXPECT_EQ(text(OpeningFault::seats, Seat::black, no_point), "A game must have 2 to 8 seats.");
    EXPECT_EQ(text(OpeningFault::no_stones, Seat::white, no_point),
              "The seat white has no stones.");
    EXPECT_EQ(text(OpeningFault::off_board, Seat::white, 81),
              "The white stone on point 81 is off the board.");
    EXPECT_EQ(text(OpeningFault::overlap, Seat::red, 20),
              "The red stone on C3 shares its point with another stone.");
    EXPECT_EQ(text(OpeningFault::adjacent_seeds, Seat::white, 0),
              "The white stone on A1 touches another white stone. Two roots of a seat can't "
              "touch.");
    EXPECT_EQ(text(OpeningFault::bounded_root, Seat::green, 8),
              "The green root on J1 has no root space.");
    EXPECT_EQ(text(OpeningFault::to_move, Seat::seat5, no_point),
              "The seat to move, seat5, is not in this game.");
}

}  // namespace
}  // namespace tanbo::engine
