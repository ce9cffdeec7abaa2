#include "server/game/decoded_plans.hpp"

#include <gtest/gtest.h>

namespace tanbo::game {
namespace {

using protocol::PlanBranch;
using protocol::PlanBranches;

constexpr GameId game{1};

PlanBranches two_moves(const std::string& first) {
    const PlanBranch second{{}, {}, "B1", {}};
    return {PlanBranch{{{engine::Seat::white, "A9"}}, {}, first, {second}}};
}

store::Plan row_of(AccountId account, const PlanBranches& plan) {
    return {account, 0, protocol::encode_plan_branches(plan)};
}

class DecodedPlansTest : public testing::Test {
protected:
    // As a move does that no plan answers.
    std::vector<DecodedPlan> follow(const std::vector<store::Plan>& rows, GameId where = game) {
        auto found = plans.decode(where, rows);
        plans.keep(where, found);
        return found;
    }

    const store::Plan annas = row_of(AccountId{1}, two_moves("A1"));
    const store::Plan bens = row_of(AccountId{2}, two_moves("A2"));
    DecodedPlans plans{100'000, nullptr};
};

TEST_F(DecodedPlansTest, AreDecodedOnce) {
    const auto first = follow({annas, bens});

    const auto second = follow({annas, bens});

    EXPECT_EQ(*first[1].branches, two_moves("A2"));
    EXPECT_EQ(second[0].branches, first[0].branches);
    EXPECT_EQ(second[1].branches, first[1].branches);
}

TEST_F(DecodedPlansTest, AreNotDecodedAtAllByWhoMadeThem) {
    follow({annas, bens});
    const PlanBranches made = two_moves("A3");
    const store::Plan row = row_of(bens.account, made);
    plans.add(game, row, made);

    const auto first = follow({annas, row});
    const auto second = follow({annas, row});

    EXPECT_EQ(*first[1].branches, made);
    EXPECT_EQ(second[1].branches, first[1].branches);
}

TEST_F(DecodedPlansTest, AreNotDecodedAnewAfterAMoveOfTheirs) {
    auto found = plans.decode(game, {annas});
    const PlanBranches* const rest = &found[0].branches->front().next;
    found[0].advance(found[0].branches->front(), 2);
    const store::Plan row = found[0].row;
    plans.keep(game, std::move(found));

    const auto next = follow({row});

    EXPECT_EQ(row.ply, 2);
    EXPECT_EQ(row.plan, protocol::encode_plan_branches(two_moves("A1").front().next));
    EXPECT_EQ(next[0].branches.get(), rest);
}

TEST_F(DecodedPlansTest, AreWhatTheirRowsSayWhoeverWroteThem) {
    follow({annas, bens});
    const store::Plan other = row_of(bens.account, two_moves("A4"));

    const auto next = follow({annas, other});

    EXPECT_EQ(*next[1].branches, two_moves("A4"));
}

TEST_F(DecodedPlansTest, AreNoneIfTheirRowsAreNone) {
    const auto found = follow({{AccountId{1}, 0, "no plan"}});

    EXPECT_EQ(found[0].branches, nullptr);
}

TEST_F(DecodedPlansTest, AreForgottenPastSoManyBytes) {
    DecodedPlans small(1, nullptr);
    const auto first = small.decode(game, {annas});
    small.keep(game, first);
    small.keep(GameId{2}, small.decode(GameId{2}, {bens}));

    const auto again = small.decode(game, {annas});

    EXPECT_NE(again[0].branches, first[0].branches);
    EXPECT_EQ(*again[0].branches, *first[0].branches);
}

}  // namespace
}  // namespace tanbo::game
