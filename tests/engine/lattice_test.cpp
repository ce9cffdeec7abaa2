#include "engine/lattice.hpp"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

namespace tanbo::engine {
namespace {

using Extents = std::vector<int>;

TEST(Lattice, TakesOneToElevenDimensions) {
    EXPECT_FALSE(Lattice::create(Extents{}));
    EXPECT_TRUE(Lattice::create(Extents(1, 2)));
    EXPECT_TRUE(Lattice::create(Extents(11, 2)));
    EXPECT_FALSE(Lattice::create(Extents(12, 1)));
}

TEST(Lattice, TakesAtMost4096Points) {
    EXPECT_TRUE(Lattice::create(Extents{4096}));
    EXPECT_FALSE(Lattice::create(Extents{4097}));
    EXPECT_TRUE(Lattice::create(Extents{64, 64}));
    EXPECT_FALSE(Lattice::create(Extents{64, 65}));
    EXPECT_FALSE(Lattice::create(Extents{65536, 65536}));
    EXPECT_FALSE(Lattice::create(Extents(11, 2147483647)));
}

TEST(Lattice, RefusesAnExtentBelowOne) {
    EXPECT_FALSE(Lattice::create(Extents{19, 0}));
    EXPECT_FALSE(Lattice::create(Extents{-3}));
    EXPECT_FALSE(Lattice::create(Extents{-3, -3}));
}

TEST(Lattice, NumbersPointsWithTheFirstCoordinateFastest) {
    const Lattice lattice = Lattice::create(Extents{19, 19}).value();

    EXPECT_EQ(lattice.at(Extents{0, 0}), Point{0});
    EXPECT_EQ(lattice.at(Extents{1, 0}), Point{1});
    EXPECT_EQ(lattice.at(Extents{0, 1}), Point{19});
    EXPECT_EQ(lattice.at(Extents{18, 18}), Point{360});
}

TEST(Lattice, HasNoPointOffTheBoard) {
    const Lattice lattice = Lattice::create(Extents{3, 4}).value();

    EXPECT_FALSE(lattice.at(Extents{3, 0}));
    EXPECT_FALSE(lattice.at(Extents{0, 4}));
    EXPECT_FALSE(lattice.at(Extents{-1, 0}));
    EXPECT_FALSE(lattice.at(Extents{0}));
    EXPECT_FALSE(lattice.at(Extents{0, 0, 0}));
}

TEST(Lattice, EqualsALatticeOfTheSameExtents) {
    const auto lattice = Lattice::create(Extents{3, 4});

    EXPECT_EQ(lattice, Lattice::create(Extents{3, 4}));
    EXPECT_NE(lattice, Lattice::create(Extents{4, 3}));
    EXPECT_NE(lattice, Lattice::create(Extents{3, 4, 1}));
}

class LatticeShapes : public testing::TestWithParam<Extents> {};

INSTANTIATE_TEST_SUITE_P(Shapes, LatticeShapes,
                         testing::Values(Extents{1}, Extents{31}, Extents{9, 9}, Extents{26, 3},
                                         Extents{1, 7}, Extents{5, 5, 5}, Extents{3, 1, 4},
                                         Extents{1, 1, 1, 1}, Extents{4, 3, 2, 3},
                                         Extents{2, 1, 3, 1, 2}, Extents(11, 2)));

TEST_P(LatticeShapes, GiveEachPointItsCoordinatesAndBack) {
    const Lattice lattice = Lattice::create(GetParam()).value();
    Extents coordinates(GetParam().size());

    for (int point = 0; point < lattice.points(); ++point) {
        lattice.coordinates(static_cast<Point>(point), coordinates);
        EXPECT_EQ(lattice.at(coordinates), static_cast<Point>(point));
    }
}

// Adjacent by the definition: all coordinates equal but one, and that one by one apart.
bool are_adjacent(const Extents& from, const Extents& to) {
    int distance = 0;
    for (std::size_t axis = 0; axis < from.size() && distance < 2; ++axis) {
        distance += std::abs(from[axis] - to[axis]);
    }
    return distance == 1;
}

TEST_P(LatticeShapes, KnowTheNeighboursOfEachPointInAscendingOrder) {
    const Lattice lattice = Lattice::create(GetParam()).value();
    std::vector<Extents> places(static_cast<std::size_t>(lattice.points()),
                                Extents(GetParam().size()));
    for (std::size_t point = 0; point < places.size(); ++point) {
        lattice.coordinates(static_cast<Point>(point), places[point]);
    }

    for (std::size_t point = 0; point < places.size(); ++point) {
        std::vector<Point> expected;
        for (std::size_t other = 0; other < places.size(); ++other) {
            if (are_adjacent(places[point], places[other])) {
                expected.push_back(static_cast<Point>(other));
            }
        }
        const auto neighbours = lattice.neighbours(static_cast<Point>(point));
        EXPECT_EQ(std::vector<Point>(neighbours.begin(), neighbours.end()), expected);
    }
}

}  // namespace
}  // namespace tanbo::engine
