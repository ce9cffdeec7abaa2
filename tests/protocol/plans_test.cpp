#include "protocol/games/plans.hpp"

#include <gtest/gtest.h>

#include "protocol/games/planned_move.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/people/personal.hpp"

namespace tanbo::protocol {
namespace {

const std::string whole =
    R"({"game":42,"ply":5,"plan":[{"if":[{"seat":"white","point":"K10"},{"seat":"red","point":"any"}],)"
    R"("guard":[{"root":"G13","root_space_min":3}],"then":"L10","next":[{"if":[],"then":"L11"}]}]})";

std::string nested(int depth) {
    std::string text = R"({"if":[],"then":"A1"})";
    for (int i = 1; i < depth; ++i) text = R"({"if":[],"then":"A1","next":[)" + text + "]}";
    return R"({"ply":0,"plan":[)" + text + "]}";
}

std::string many(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += std::string(i > 0 ? "," : "") + R"({"if":[],"then":"A1"})";
    return R"({"ply":0,"plan":[)" + text + "]}";
}

void expect_refused(const std::string& body, std::string_view pointer) {
    const auto plan = decode_set_plan(body);
    ASSERT_FALSE(plan.has_value()) << body;
    EXPECT_EQ(plan.error().pointer, pointer) << body;
}

TEST(Plans, ComeBackAsTheyWere) {
    const auto plan = decode_set_plan(R"({"ply":5,)" + whole.substr(whole.find("\"plan\"")));

    ASSERT_TRUE(plan.has_value()) << plan.error().detail;
    EXPECT_EQ(plan->plan.front().conditions[1], (PlanCondition{engine::Seat::red, ""}));
    EXPECT_EQ(encode_plan(GameId{42}, plan->ply, plan->plan), whole);
    EXPECT_EQ(*decode_plan_branches(encode_plan_branches(plan->plan)), plan->plan);
}

TEST(Plans, AreSentAndAnsweredAsTheyWere) {
    const SetPlan set = {5, {{{{engine::Seat::white, "K10"}}, {{"G13", 3}}, "L10", {}}}};

    const auto sent = decode_set_plan(encode_set_plan(set));
    const auto answered = decode_plan(encode_plan(GameId{42}, set.ply, set.plan));

    EXPECT_EQ(sent->ply, 5U);
    EXPECT_EQ(sent->plan, set.plan);
    EXPECT_EQ(answered->ply, 5U);
    EXPECT_EQ(answered->plan, set.plan);
    EXPECT_FALSE(decode_plan(R"({"game":42,"ply":5})").has_value());
}

TEST(Plans, AreReadAndWrittenAsText) {
    const std::string text =
        "if white K10 and red any then L10 guarded (G13 3, A7 1) (if white M10 then N10), "
        "else if any then A2";

    const auto plan = read_plan_text(text);

    ASSERT_TRUE(plan.has_value()) << plan.error().detail;
    ASSERT_EQ(plan->size(), 2U);
    EXPECT_EQ(plan->front().next.front().move, "N10");
    EXPECT_EQ(plan_text(*plan), text);
}

TEST(Plans, AreRefusedAsTextWithWhatWasExpected) {
    const auto plan = read_plan_text("if white K10 than L10");

    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().detail, "The plan can't be read: expected then instead of \"than\".");
}

TEST(Plans, AreRefusedWithThePlaceThatIsWrong) {
    expect_refused(R"({"plan":[]})", "/ply");
    expect_refused(R"({"ply":0,"plan":[]})", "/plan");
    expect_refused(R"({"ply":0,"plan":[{"then":"A1"}]})", "/plan/0/if");
    expect_refused(R"({"ply":0,"plan":[{"if":[]}]})", "/plan/0/then");
    expect_refused(R"({"ply":0,"plan":[{"if":[],"then":"A1","or":1}]})", "/plan/0/or");
    expect_refused(R"({"ply":0,"plan":[{"if":[{"seat":"blue","point":"A1"}],"then":"A1"}]})",
                   "/plan/0/if/0/seat");
    expect_refused(R"({"ply":0,"plan":[{"if":[{"seat":"red","point":"A1"},)"
                   R"({"seat":"red","point":"A2"}],"then":"A1"}]})",
                   "/plan/0/if/1");
    expect_refused(R"({"ply":0,"plan":[{"if":[],"then":"A1","guard":[{"root":"A1",)"
                   R"("root_space_min":0}]}]})",
                   "/plan/0/guard/0/root_space_min");
}

TEST(Plans, HaveCaps) {
    EXPECT_TRUE(decode_set_plan(many(plan_branches_max)).has_value());
    expect_refused(many(plan_branches_max + 1), "/plan");
    EXPECT_TRUE(decode_set_plan(nested(plan_depth_max)).has_value());
    EXPECT_FALSE(decode_set_plan(nested(plan_depth_max + 1)).has_value());
    EXPECT_FALSE(decode_set_plan(nested(plan_depth_max + 40)).has_value());
}

TEST(Plans, EndInRefusalWhereverTheyAreCut) {
    const std::string body = R"({"ply":5,)" + whole.substr(whole.find("\"plan\""));
    for (std::size_t length = 0; length < body.size(); ++length) {
        EXPECT_FALSE(decode_set_plan(body.substr(0, length)).has_value()) << length;
    }
}

TEST(Personal, SaysWhatOnePlayerAloneIsTold) {
    const engine::Instant noon{std::chrono::hours(24 * 365)};

    EXPECT_EQ(
        encode_deadline_warning({GameId{42}, engine::Seat::white, 7, noon, engine::Millis(1500)}),
        R"({"game":42,"seat":"white","ply":7,"deadline":"1971-01-01T00:00:00.000Z",)"
        R"("remaining_ms":1500})");
    EXPECT_EQ(encode_plan_dropped({GameId{42}, engine::Seat::white, 7, PlanDrop::no_branch}),
              R"({"game":42,"seat":"white","ply":7,"why":"no-branch"})");
    EXPECT_EQ(encode_plan_dropped({GameId{42}, std::nullopt, 7, PlanDrop::game_over}),
              R"({"game":42,"seat":null,"ply":7,"why":"game-over"})");
}

TEST(Proposals, NameATargetOfARemovalOnly) {
    const auto removal = decode_make_proposal(R"({"kind":"remove","target":"red"})");

    EXPECT_EQ(removal->target, engine::Seat::red);
    EXPECT_EQ(decode_make_proposal(R"({"kind":"remove"})")->target, std::nullopt);
    EXPECT_EQ(decode_make_proposal(R"({"kind":"undo","target":"red"})").error().pointer, "/target");
    EXPECT_EQ(decode_make_proposal(R"({"kind":"win"})").error().pointer, "/kind");
    EXPECT_EQ(decode_make_proposal("{}").error().pointer, "/kind");
}

TEST(Proposals, TakeTheFirstSeatWithoutAWish) {
    EXPECT_EQ(decode_make_proposal(R"({"kind":"undo","seq":5})")->seq, 5U);
    EXPECT_EQ(decode_make_proposal(R"({"kind":"undo","seq":null})").error().pointer, "/seq");
    EXPECT_EQ(decode_take_seat(R"({"seq":5})")->seq, 5U);
    EXPECT_EQ(decode_take_seat("")->seat, std::nullopt);
    EXPECT_EQ(decode_take_seat("{}")->seat, std::nullopt);
    EXPECT_EQ(decode_take_seat(R"({"seat":"green"})")->seat, engine::Seat::green);
    EXPECT_EQ(decode_take_seat(R"({"seat":7})").error().pointer, "/seat");
}

TEST(PlannedMove, IsAMoveWithOrWithoutAPlan) {
    const auto plain = decode_planned_move(R"({"point":"H7","ply":3})");
    const auto loose = decode_planned_move(R"({"ply":3,"point":"H7"})");
    const auto planned =
        decode_planned_move(R"({"point":"H7","ply":3,"seq":5,"plan":[{"if":[],"then":"A1"}]})");

    ASSERT_TRUE(plain && loose && planned);
    EXPECT_FALSE(plain->plan || loose->plan);
    EXPECT_EQ(planned->move.point, "H7");
    EXPECT_EQ(planned->move.seq, 5U);
    ASSERT_TRUE(planned->plan);
    EXPECT_EQ(planned->plan->front().move, "A1");
}

TEST(PlannedMove, RefusesAPlanThatIsNone) {
    const auto empty = decode_planned_move(R"({"point":"H7","ply":3,"plan":[]})");
    const auto wrong = decode_planned_move(R"({"point":"H7","ply":3,"plan":[{"if":[]}]})");
    const auto more = decode_planned_move(R"({"point":"H7","ply":3,"plans":[]})");

    ASSERT_FALSE(empty || wrong || more);
    EXPECT_EQ(empty.error().pointer, "/plan");
    EXPECT_EQ(wrong.error().pointer, "/plan/0/then");
    EXPECT_EQ(more.error().pointer, "/plans");
}

}  // namespace
}  // namespace tanbo::protocol
