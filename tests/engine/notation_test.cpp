#include "engine/notation.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::engine {
namespace {

using Extents = std::vector<int>;

struct Example {
    Extents extents;
    Extents coordinates;  // from 0
    std::string name;
};

class PointNames : public testing::TestWithParam<Example> {};

INSTANTIATE_TEST_SUITE_P(
    Shapes, PointNames,
    testing::Values(Example{{31}, {0}, "1"}, Example{{31}, {30}, "31"},
                    Example{{4096}, {4095}, "4096"}, Example{{19, 19}, {0, 0}, "A1"},
                    Example{{19, 19}, {7, 7}, "H8"}, Example{{19, 19}, {8, 7}, "J8"},
                    Example{{19, 19}, {18, 18}, "T19"}, Example{{25, 2}, {24, 1}, "Z2"},
                    Example{{1, 4096}, {0, 4095}, "A4096"}, Example{{26, 2}, {25, 1}, "26-2"},
                    Example{{26, 2}, {0, 0}, "1-1"}, Example{{5, 5, 5}, {2, 2, 2}, "333"},
                    Example{{9, 9, 9}, {8, 0, 4}, "915"}, Example{{10, 2, 2}, {9, 0, 1}, "10-1-2"},
                    Example{{2, 2, 10}, {0, 0, 9}, "1-1-10"},
                    Example{{3, 3, 4, 3}, {1, 0, 3, 2}, "2-1-4-3"},
                    Example{Extents(11, 2), Extents(11, 1), "2-2-2-2-2-2-2-2-2-2-2"}));

TEST_P(PointNames, FollowTheShapeOfTheBoard) {
    const Lattice lattice = Lattice::create(GetParam().extents).value();
    const Point point = lattice.at(GetParam().coordinates).value();

    EXPECT_EQ(point_name(lattice, point), GetParam().name);
    EXPECT_EQ(parse_point(lattice, GetParam().name), point);
}

TEST_P(PointNames, AreUniqueAndReadInEitherCase) {
    const Lattice lattice = Lattice::create(GetParam().extents).value();
    std::set<std::string> names;

    for (int index = 0; index < lattice.points(); ++index) {
        const Point point = static_cast<Point>(index);
        std::string name = point_name(lattice, point);
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_EQ(parse_point(lattice, name), point) << name;
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) {
            return static_cast<char>(std::tolower(letter));
        });
        EXPECT_EQ(parse_point(lattice, name), point) << name;
    }
}

// A caller's bug ends the process, in release builds too.
TEST(PointNamesDeathTest, AreOfPointsThatTheBoardHas) {
    const Lattice lattice = Lattice::create(Extents{5, 5}).value();

    EXPECT_DEATH(static_cast<void>(point_name(lattice, 25)), "point < lattice.points");
}

struct BadNames {
    Extents extents;
    std::vector<std::string> names;
};

class BadPointNames : public testing::TestWithParam<BadNames> {};

INSTANTIATE_TEST_SUITE_P(
    Shapes, BadPointNames,
    testing::Values(
        BadNames{{31},
                 {"", "0", "32", "01", "-1", "+1", " 1", "1 ", "1.0", "A1", "1-1", "99999999999",
                  "18446744073709551617", "x"}},
        BadNames{{19, 19},
                 {"",
                  "A",
                  "1",
                  "A0",
                  "A20",
                  "U1",
                  "I1",
                  "i9",
                  "A01",
                  "A-1",
                  "A+1",
                  "A 1",
                  " A1",
                  "A1 ",
                  "AA1",
                  "1A",
                  "A1A",
                  "A1-1",
                  "@1",
                  "[1",
                  "{1",
                  "A1\n",
                  "1-1",
                  "Ä1",
                  "A99999999999",
                  "A18446744073709551617",
                  std::string("A1\0", 3),
                  std::string("\0", 1)}},
        BadNames{{5, 5, 5},
                 {"", "3", "33", "3333", "033", "363", "336", "633", "3-3-3", "3 3", "A33"}},
        BadNames{{26, 2},
                 {"", "1", "-", "1-", "-1", "1-3", "27-1", "0-1", "1-0", "01-1", "1--1", "1-1-1",
                  "1-1-", "-1-1", "Z1", "A1", "1 -1", "1-+1"}},
        BadNames{{3, 3, 4, 3},
                 {"2143", "2-1-4", "2-1-4-3-1", "2-1-5-3", "2-1-4-", "--- ", "---", "2-1-4-03"}}));

TEST_P(BadPointNames, AreRefused) {
    const Lattice lattice = Lattice::create(GetParam().extents).value();

    for (const auto& name : GetParam().names) {
        EXPECT_FALSE(parse_point(lattice, name)) << '"' << name << '"';
    }
}

}  // namespace
}  // namespace tanbo::engine
