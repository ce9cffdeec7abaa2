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

}  // namespace
}  // namespace tanbo::tests
