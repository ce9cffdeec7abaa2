#include "engine/search/board.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/play.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::tests {
namespace {

using engine::Position;
using search::Board;
using search::Geometry;

std::vector<Point> sorted(std::span<const Point> points) {
    std::vector<Point> all(points.begin(), points.end());
    std::sort(all.begin(), all.end());
    return all;
}

// Whether the board tells of every point how many around it are free, and for how many seats it is
// legal.
bool knows_what_is_beside(const Board& board) {
    const Geometry& geometry = board.geometry();
    for (std::size_t index = 0; index < geometry.points(); ++index) {
        const auto point = static_cast<Point>(index);
        std::size_t legal_for = 0;
        for (std::size_t seat = 0; seat < geometry.seats(); ++seat) {
            legal_for += board.contacts(seat, point).is_one() ? 1 : 0;
            const auto around = std::ranges::count_if(
                geometry.neighbours(point),
                [&](Point neighbour) { return board.contacts(seat, neighbour).is_none(); });
            if (board.free_around(seat, point) != static_cast<std::size_t>(around)) return false;
        }
        if (board.legal_for(point) != legal_for) return false;
    }
    return true;
}

// Why the two do not hold the same game; "" if they do.
std::string difference(const Board& board, const Position& position) {
    if (board.is_over() != position.is_over()) return "over";
    if (!board.equals(position)) return "stones or turn";
    if (board.hash() != position.hash()) return "hash";
    for (int index = 0; index < position.opening().seats(); ++index) {
        const auto at = static_cast<std::size_t>(index);
        const Seat seat = engine::seat_at(index);
        if (sorted(board.legal(at)) != sorted_legal_points(position, seat)) return "legal";
        if (board.roots(at) != static_cast<std::size_t>(position.roots(seat))) return "roots";
        if (board.stones(at) != static_cast<std::size_t>(position.stones(seat))) return "stones";
    }
    std::size_t stones = 0;
    for (std::size_t label = 1; label <= position.opening().seeds().size(); ++label) {
        const auto root = static_cast<engine::Root>(label);
        if (board.is_standing(root) != position.is_standing(root)) return "standing";
        if (!board.is_standing(root)) continue;
        const auto space = static_cast<std::size_t>(position.root_space(root));
        if (board.root_space(root) != space) return "space";
        stones += board.root_stones(root);
    }
    if (!knows_what_is_beside(board)) return "what is beside a point";
    const auto points = static_cast<std::size_t>(position.lattice().points());
    return stones + board.empty_points() == points ? "" : "empty points";
}

std::vector<Point> seeds_of(std::span<const search::Root> roots, const Position& position) {
    std::vector<Point> seeds;
    for (const auto root : roots) seeds.push_back(position.seed(root));
    return seeds;
}

// Plays one stone on both and compares what it removes and what comes of it.
void play_both(Board& board, Position& position, Point point) {
    std::array<search::Root, Board::bounded_max> bounded;
    const std::size_t count = board.bounded_by(point, bounded);
    board.play(point);
    const auto outcome = position.play(point);
    std::vector<Point> removed;
    for (const auto& root : outcome.removed) removed.push_back(root.seed);
    EXPECT_EQ(seeds_of({bounded.data(), count}, position), removed);
    EXPECT_EQ(board.last_point(), point);
}

// A random game, in which somebody leaves now and then, on both boards at once.
void expect_same_game(const std::shared_ptr<const Opening>& opening, Random& random) {
    const Geometry geometry(opening);
    Board board(geometry);
    Board copy(geometry);
    Position position(opening);
    ASSERT_EQ(difference(board, position), "");
    while (position.to_move()) {
        if (random.below(60) == 0) {
            position.leave(*position.to_move());
            board.load(position);
        } else {
            const auto legal = sorted_legal_points(position, *position.to_move());
            play_both(board, position, random.pick(std::span<const Point>(legal)));
        }
        ASSERT_EQ(difference(board, position), "") << "ply " << position.ply();
        copy.copy(board);
        ASSERT_EQ(difference(copy, position), "");
    }
}

TEST(SearchBoard, PlaysAsThePositionDoesOnAllSetups) {
    Random random(1);
    for (const auto& setup : engine::setups()) {
        SCOPED_TRACE(setup.id);
        for (int game = 0; game < 3; ++game) expect_same_game(setup.opening, random);
    }
}

TEST(SearchBoard, PlaysAsThePositionDoesOnCustomBoards) {
    Random random(2);
    const int games = repetitions(300);
    for (int game = 0; game < games; ++game) expect_same_game(random_opening(random), random);
}

// Opposite corners of a box for each seat.
std::shared_ptr<const Opening> box(const std::vector<int>& extents, int seats) {
    const auto lattice = engine::Lattice::create(extents).value();
    std::vector<std::vector<Point>> stones(static_cast<std::size_t>(seats));
    const int step = lattice.points() / seats;
    for (int seat = 0; seat < seats; ++seat) {
        stones[static_cast<std::size_t>(seat)].push_back(static_cast<Point>(seat * step));
    }
    return std::get<0>(Opening::create(lattice, stones));
}

TEST(SearchBoard, PlaysAsThePositionDoesInManyDimensionsAndOnTheLargestBoards) {
    Random random(3);
    for (const auto& [extents, seats] :
         {std::pair(std::vector<int>(11, 2), 8), std::pair(std::vector<int>(6, 4), 3),
          std::pair(std::vector<int>{64, 64}, 2), std::pair(std::vector<int>{16, 16, 16}, 8)}) {
        const auto opening = box(extents, seats);
        const Geometry geometry(opening);
        Board board(geometry);
        Position position(opening);
        for (int ply = 0; ply < 600 && position.to_move(); ++ply) {
            const auto legal = sorted_legal_points(position, *position.to_move());
            play_both(board, position, random.pick(std::span<const Point>(legal)));
            if (ply % 20 == 0) ASSERT_EQ(difference(board, position), "");
        }
        EXPECT_EQ(difference(board, position), "");
    }
}

TEST(SearchBoard, IsSeenToDifferFromAnotherPosition) {
    const auto* const setup = engine::find_setup("9x9");
    const Geometry geometry(setup->opening);
    Board board(geometry);
    Position position(setup->opening);

    position.play(position.legal_points(Seat::black)[0]);

    EXPECT_NE(difference(board, position), "");
}

TEST(SearchGeometry, CountsStepsAndDirectionsInWhichTheBoardEnds) {
    const Geometry geometry(engine::find_setup("9x9")->opening);

    EXPECT_EQ(geometry.distance(0, 80), 16U);
    EXPECT_EQ(geometry.distance(80, 8), 8U);
    EXPECT_EQ(geometry.missing(0), 2U);
    EXPECT_EQ(geometry.missing(4), 1U);
    EXPECT_EQ(geometry.missing(40), 0U);
}

}  // namespace
}  // namespace tanbo::tests
