#include "protocol/boards/point_list_text.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "tests/support/random.hpp"

namespace tanbo::protocol {
namespace {

using engine::Lattice;
using engine::Point;

std::string name_after_name(const Lattice& lattice, const std::vector<bool>& points) {
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i]) text += '"' + engine::point_name(lattice, static_cast<Point>(i)) + "\",";
    }
    return text;
}

class PointListTextOn : public testing::TestWithParam<std::vector<int>> {};

TEST_P(PointListTextOn, IsWhatWritingEachSetAnewWouldYield) {
    const Lattice lattice = *Lattice::create(GetParam());
    PointNames names;
    names.use(lattice);
    PointListText text;
    text.begin(names);
    PointSet set;
    std::vector<bool> points(static_cast<std::size_t>(lattice.points()));
    tests::Random random(3);

    for (int turn = 0; turn < 300; ++turn) {
        for (std::uint32_t changes = random.below(5); changes > 0; --changes) {
            const auto point = random.below(static_cast<std::uint32_t>(points.size()));
            points[point] = !points[point];
            if (points[point]) {
                set.insert(static_cast<Point>(point));
            } else {
                set.erase(static_cast<Point>(point));
            }
        }
        ASSERT_EQ(text.update(set), name_after_name(lattice, points)) << turn;
    }
}

INSTANTIATE_TEST_SUITE_P(Boards, PointListTextOn,
                         testing::Values(std::vector<int>{1}, std::vector<int>{16},
                                         std::vector<int>{17}, std::vector<int>{19, 19},
                                         std::vector<int>{5, 5, 5}, std::vector<int>{64, 64},
                                         std::vector<int>{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}));

TEST(PointListText, HoldsEveryPointOfTheLargestBoardAndNoneAgain) {
    const Lattice lattice = *Lattice::create(std::vector<int>{64, 64});
    PointNames names;
    names.use(lattice);
    PointListText text;
    text.begin(names);
    PointSet all;
    for (int point = 0; point < lattice.points(); ++point) all.insert(static_cast<Point>(point));

    const std::vector<bool> points(static_cast<std::size_t>(lattice.points()), true);
    EXPECT_EQ(text.update(all), name_after_name(lattice, points));
    EXPECT_EQ(text.update(PointSet()), "");
}

TEST(PointListText, BeginsAgainOnAnotherBoard) {
    PointNames names;
    PointListText text;
    PointSet first_point;
    first_point.insert(0);

    names.use(*Lattice::create(std::vector<int>{3, 3}));
    text.begin(names);
    EXPECT_EQ(text.update(first_point), "\"A1\",");
    names.use(*Lattice::create(std::vector<int>{2, 2, 2, 2}));
    text.begin(names);
    EXPECT_EQ(text.update(PointSet()), "");
    EXPECT_EQ(text.update(first_point), "\"1-1-1-1\",");
}

}  // namespace
}  // namespace tanbo::protocol
