#include "engine/search/value.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/opening.hpp"

namespace tanbo::tests {
namespace {

std::size_t place_of(std::string_view name) {
    const auto& names = search::value_names;
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

// The chance of the seat to move at the start.
float chance(const search::Weights& weights) {
    const search::Geometry geometry(engine::find_setup("5x5x5")->opening);
    const search::Board board(geometry);
    search::Values values;
    search::Evaluation(geometry).evaluate(board, weights, values);
    return values[board.turn()];
}

TEST(SearchValue, OfAHiddenUnitCountsOnlyIfItsSumIsPositive) {
    search::Weights weights;
    weights.units.are_used = true;
    weights.units.inputs[place_of("to-move")][3] = 1;
    weights.units.outputs[3] = 1;
    EXPECT_NEAR(chance(weights), 0.7311F, 1e-4F);

    weights.units.inputs[search::unit_inputs - 1][3] = -1;
    EXPECT_EQ(chance(weights), 0.5F);
}

TEST(SearchValue, OfAHiddenUnitSeesTheRivals) {
    search::Weights weights;
    weights.units.are_used = true;
    weights.units.inputs[search::value_size + place_of("to-move")][0] = 1;
    weights.units.outputs[0] = 1;

    EXPECT_NEAR(chance(weights), 0.2689F, 1e-4F);
}

TEST(SearchValue, IsWithoutAHiddenLayerIfThatIsNotUsed) {
    search::Weights weights;
    weights.units.inputs[place_of("to-move")][3] = 1;
    weights.units.outputs[3] = 1;

    EXPECT_EQ(chance(weights), 0.5F);
}

// A board of three by three with black in two corners of a row, and white opposite, between them:
//   # . #
//   . . .
//   . O .
// The point between the black stones is white's alone, as it touches both.
std::shared_ptr<const engine::Opening> three_stones() {
    const auto lattice = engine::Lattice::create(std::vector<int>{3, 3}).value();
    return std::get<std::shared_ptr<const engine::Opening>>(
        engine::Opening::create(lattice, {{0, 2}, {7}}));
}

TEST(SearchValue, KnowsWhereEachSeatCouldGrow) {
    const search::Geometry geometry(three_stones());
    const search::Board board(geometry);
    search::Evaluation evaluation(geometry);
    const auto& all = evaluation.features(board);

    const float scale = 2.0F / 3.0F;
    EXPECT_FLOAT_EQ(all[0][place_of("reach")], 5 * scale);
    EXPECT_FLOAT_EQ(all[1][place_of("reach")], 6 * scale);
    EXPECT_EQ(all[0][place_of("own-reach")], 0);
    EXPECT_FLOAT_EQ(all[1][place_of("own-reach")], scale);
    EXPECT_EQ(all[0][place_of("log-own-reach")], 0);
    EXPECT_NEAR(all[1][place_of("log-own-reach")], 0.25F, 1e-5F);
}

TEST(SearchValue, KnowsTheLargestRootAndTheSmallest) {
    const search::Geometry geometry(three_stones());
    search::Evaluation evaluation(geometry);
    const float scale = 2.0F / 3.0F;
    for (const engine::Point grown : {engine::Point{3}, engine::Point{5}}) {
        search::Board board(geometry);
        board.play(grown);
        const auto& all = evaluation.features(board);

        EXPECT_FLOAT_EQ(all[0][place_of("largest-root")], 2 * scale);
        EXPECT_FLOAT_EQ(all[0][place_of("smallest-root")], scale);
        EXPECT_FLOAT_EQ(all[1][place_of("largest-root")], scale);
        EXPECT_FLOAT_EQ(all[1][place_of("smallest-root")], scale);
    }
}

TEST(SearchValue, LeavesOutReachIfNobodyLooksAtIt) {
    const search::Geometry geometry(three_stones());
    const search::Board board(geometry);
    search::Evaluation evaluation(geometry, false);
    const auto& all = evaluation.features(board);

    for (std::size_t place = search::first_of_reach; place < search::value_size; ++place) {
        EXPECT_EQ(all[1][place], 0) << search::value_names[place];
    }
    EXPECT_GT(all[1][place_of("roots")], 0);
}

TEST(SearchValue, LooksAtReachOnlyIfItHasAWeight) {
    search::Weights weights;
    weights.value[place_of("ties-to-move")] = 1;
    weights.units.inputs[place_of("reach")][2] = 1;
    EXPECT_FALSE(search::weighs_reach(weights));  // the hidden layer is not used

    weights.units.are_used = true;
    EXPECT_TRUE(search::weighs_reach(weights));

    for (const search::Family& family : search::families()) {
        const auto compiled = search::parse_weights(family.text);
        EXPECT_EQ(search::weighs_reach(*compiled), family.name == "3d") << family.name;
    }
}

}  // namespace
}  // namespace tanbo::tests
