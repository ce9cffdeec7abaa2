#include "engine/search/policy.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "engine/opening.hpp"

namespace tanbo::tests {
namespace {

using search::weighs_rival_loss;

// The features that black's move has at the start of a board with these seeds, "GROUP PLACE" each.
std::set<std::string> features(const std::vector<int>& extents,
                               const std::vector<std::vector<engine::Point>>& seeds,
                               engine::Point point) {
    const auto lattice = engine::Lattice::create(extents).value();
    const search::Geometry geometry(
        std::get<std::shared_ptr<const engine::Opening>>(engine::Opening::create(lattice, seeds)));
    search::Board board(geometry);
    board.load(engine::Position({std::shared_ptr<void>(), &geometry.opening()}));
    std::set<std::string> names;
    const auto add = [&](std::size_t feature) {
        for (const auto& group : search::policy_groups) {
            if (feature < group.first || feature >= group.first + group.size) continue;
            names.insert(std::string(group.name) + " " + std::to_string(feature - group.first));
        }
    };
    search::visit_effect(board, 0, point, add);
    search::visit_rival_loss(board, 0, point, add);
    return names;
}

TEST(SearchPolicy, TellsThatARootDiesByWhetherItIsTheLast) {
    const auto one_of_two = features({9}, {{0, 8}, {2}}, 1);
    EXPECT_TRUE(one_of_two.contains("death 0"));
    EXPECT_FALSE(one_of_two.contains("last-root-dies 0"));

    const auto last = features({9}, {{0}, {2}}, 1);
    EXPECT_TRUE(last.contains("last-root-dies 0"));
    EXPECT_FALSE(last.contains("death 0"));

    EXPECT_FALSE(features({9}, {{0, 8}, {3}}, 1).contains("death 0"));
}

TEST(SearchPolicy, TellsHowMuchARivalWouldGain) {
    const auto shared = features({5, 5}, {{0}, {2}}, 1);
    EXPECT_TRUE(shared.contains("taken 1"));
    EXPECT_FALSE(shared.contains("blocked 0"));
}

TEST(SearchPolicy, TellsFromHowManyPointsARivalCouldGrowThere) {
    const auto near = features({9}, {{1}, {4}}, 2);
    EXPECT_TRUE(near.contains("blocked 0"));
    EXPECT_FALSE(near.contains("taken 0"));

    EXPECT_FALSE(features({9}, {{1}, {5}}, 2).contains("blocked 0"));
}

TEST(SearchPolicy, LooksAtRivalsOnlyIfThatHasAWeight) {
    search::Weights weights;
    weights.policy[0] = 1;
    EXPECT_FALSE(weighs_rival_loss(weights));

    weights.policy.back() = 1;
    EXPECT_TRUE(weighs_rival_loss(weights));
}

}  // namespace
}  // namespace tanbo::tests
