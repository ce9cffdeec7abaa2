// How many positions lie so many plies deep: a signature of the rules. A count that moves means
// that the rules have moved.

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"

namespace tanbo::tests {
namespace {

using engine::Position;

// Sequences of so many plies, a game that ends on the way counted once.
std::uint64_t count_nodes(const Position& position, int depth) {
    if (depth == 0 || position.is_over()) return 1;
    std::uint64_t nodes = 0;
    for (const Point point : position.legal_points(*position.to_move())) {
        Position next = position;
        next.play(point);
        nodes += count_nodes(next, depth - 1);
    }
    return nodes;
}

std::uint64_t count_nodes(const NaivePosition& position, int depth) {
    if (depth == 0 || position.winner()) return 1;
    std::uint64_t nodes = 0;
    for (const Point point : position.legal_points(*position.to_move())) {
        NaivePosition next = position;
        next.play(point);
        nodes += count_nodes(next, depth - 1);
    }
    return nodes;
}

struct Signature {
    std::string setup;
    int depth;
    std::uint64_t nodes;
    int naive_depth;  // to which the naive implementation counts too

    friend void PrintTo(const Signature& signature, std::ostream* out) {
        *out << signature.setup << " to depth " << signature.depth;
    }
};

class NodeCounts : public testing::TestWithParam<Signature> {};

INSTANTIATE_TEST_SUITE_P(
    Setups, NodeCounts,
    testing::Values(Signature{"9x9", 5, 58368, 3}, Signature{"13x13", 4, 374520, 2},
                    Signature{"19x19", 3, 14688, 2}, Signature{"19x19-1995", 3, 14688, 2},
                    Signature{"19x19-4p", 4, 20736, 2}, Signature{"5x5x5", 5, 438720, 3},
                    Signature{"line31", 7, 78008, 5}, Signature{"7x7-dense", 4, 292940, 3},
                    Signature{"11x11-dense", 3, 211220, 2}, Signature{"15x15-dense", 2, 12432, 1},
                    Signature{"19x19-dense", 2, 32220, 1}),
    [](const auto& row) {
        std::string name = row.param.setup;
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

TEST_P(NodeCounts, AreThoseOfTheRules) {
    const Position position(engine::find_setup(GetParam().setup)->opening);

    EXPECT_EQ(count_nodes(position, GetParam().depth), GetParam().nodes);
}

TEST_P(NodeCounts, AgreeWithTheNaiveRules) {
    const auto opening = engine::find_setup(GetParam().setup)->opening;

    for (int depth = 1; depth <= GetParam().naive_depth; ++depth) {
        EXPECT_EQ(count_nodes(Position(opening), depth),
                  count_nodes(NaivePosition(*opening), depth));
    }
}

// Boards so small that whole games are counted, with every removal that can happen on them.
struct SmallBoard {
    std::string name;
    Picture opening;
    int seats;
    std::uint64_t games;

    friend void PrintTo(const SmallBoard& board, std::ostream* out) { *out << board.name; }
};

class GameCounts : public testing::TestWithParam<SmallBoard> {};

INSTANTIATE_TEST_SUITE_P(SmallBoards, GameCounts,
                         testing::Values(SmallBoard{"duel", {"B..", "...", "..W"}, 2, 60},
                                         SmallBoard{
                                             "two_roots_each", {"B.W", "...", "W.B"}, 2, 1552},
                                         SmallBoard{"three_in_a_corner", {".W.", ".RB"}, 3, 6},
                                         SmallBoard{"four_in_two_rows", {"B.R.", "G.W."}, 4, 21}),
                         [](const auto& row) { return row.param.name; });

TEST_P(GameCounts, AreThoseOfTheRules) {
    const auto opening = opening_of(GetParam().opening, GetParam().seats);
    const int unlimited = std::numeric_limits<int>::max();

    EXPECT_EQ(count_nodes(Position(opening), unlimited), GetParam().games);
    EXPECT_EQ(count_nodes(NaivePosition(*opening), unlimited), GetParam().games);
}

}  // namespace
}  // namespace tanbo::tests
