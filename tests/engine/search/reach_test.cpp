#include "engine/search/reach.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/play.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::tests {
namespace {

using engine::Position;
using search::Board;
using search::Geometry;
using search::Reach;

// The points the seat could grow to if no other seat moved, point by point.
std::vector<bool> reached_by(const Board& board, std::size_t seat) {
    std::vector<bool> reached(board.geometry().points());
    const auto legal = board.legal(seat);
    std::vector<Point> open(legal.begin(), legal.end());
    while (!open.empty()) {
        const Point point = open.back();
        open.pop_back();
        if (reached[point]) continue;
        reached[point] = true;
        for (const Point neighbour : board.geometry().neighbours(point)) {
            if (board.contacts(seat, neighbour).is_none()) open.push_back(neighbour);
        }
    }
    return reached;
}

void expect_measured(Reach& reach, const Board& board) {
    const std::size_t seats = board.geometry().seats();
    std::vector<std::vector<bool>> reached;
    for (std::size_t seat = 0; seat < seats; ++seat) reached.push_back(reached_by(board, seat));
    reach.measure(board);
    for (std::size_t seat = 0; seat < seats; ++seat) {
        std::size_t points = 0;
        std::size_t own = 0;
        for (std::size_t point = 0; point < board.geometry().points(); ++point) {
            if (!reached[seat][point]) continue;
            ++points;
            own += std::ranges::count(reached, true,
                                      [&](const auto& by) { return bool{by[point]}; }) == 1
                       ? 1
                       : 0;
        }
        ASSERT_EQ(reach.points(seat), points);
        ASSERT_EQ(reach.own(seat), own);
    }
}

void expect_measured_in_a_game(const std::shared_ptr<const Opening>& opening, Random& random,
                               int plies_max = 1'000) {
    const Geometry geometry(opening);
    Board board(geometry);
    Reach reach(geometry);
    Position position(opening);
    for (int ply = 0; ply < plies_max && position.to_move(); ++ply) {
        expect_measured(reach, board);
        const auto legal = sorted_legal_points(position, *position.to_move());
        const Point point = random.pick(std::span<const Point>(legal));
        position.play(point);
        board.play(point);
    }
}

TEST(SearchReach, IsWhatAWalkFromPointToPointFindsOnAllSetups) {
    Random random(1);
    for (const auto& setup : engine::setups()) {
        SCOPED_TRACE(setup.id);
        expect_measured_in_a_game(setup.opening, random);
    }
}

TEST(SearchReach, IsTheSameOnCustomBoards) {
    Random random(2);
    const int games = repetitions(100);
    for (int game = 0; game < games; ++game) {
        expect_measured_in_a_game(random_opening(random), random);
    }
}

// A neighbour's bit is then at the same place of another word.
TEST(SearchReach, IsTheSameWhereALineHasAsManyPointsAsAWord) {
    const auto lattice = engine::Lattice::create(std::vector<int>{64, 64}).value();
    const auto opening = std::get<0>(Opening::create(lattice, {{0, 2080}, {63, 4032}}));
    Random random(3);
    expect_measured_in_a_game(opening, random, 200);
}

}  // namespace
}  // namespace tanbo::tests
