#include "server/game/plans.hpp"

#include <chrono>
#include <random>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/game/game_transaction.hpp"
#include "server/game/planned_moves.hpp"
#include "server/store/tables/games/plans.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;
using protocol::PlanBranch;
using protocol::PlanBranches;
using protocol::PlanCondition;
using protocol::Result;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PlanEvents final : public Observer {
public:
    void on_events(store::Transaction&, const CommandEvents&) override {}
    void on_personal_event(store::Transaction& transaction, const PersonalEvent& event) override {
        transaction.announce(store::AccountNotified{.data = to_string(event.account) + " " +
                                                            std::string(event.data)});
    }
};

class PlansTest : public GameTest {
protected:
    PlansTest() { restart({.observers = {&personal_events}}); }

    Result<std::string> set(GameId game, const engine::Player& player, std::uint32_t ply,
                            PlanBranches branches) {
        const protocol::SetPlan plan{ply, std::move(branches)};
        std::function<Result<std::string>(store::Transaction&, GameTransaction&)> work =
            [&](store::Transaction& transaction, GameTransaction& games) {
                return set_plan(transaction, games, game, player.account, plan);
            };
        return on(0, [&] { return referee->transact<std::string>(work); });
    }
    Result<std::string> get(GameId game, const engine::Player& player) {
        return on(0, [&] { return views[0].plan(game, player.account); });
    }
    Answer move(GameId game, const engine::Player& player, const std::string& point,
                std::uint32_t ply) {
        return submit(game, Move{player.account, point, ply, {}});
    }
    // The words of the log, but for which game it is.
    std::vector<std::string> story(GameId game) {
        std::vector<std::string> lines;
        for (const protocol::StoredEvent& event : events(game)) {
            lines.push_back(event.type + " " + event.data);
        }
        return lines;
    }
    std::vector<std::string> stones(GameId game) {
        const auto present = match(game);
        std::vector<std::string> names;
        for (std::uint32_t ply = 0; ply < present->ply(); ++ply) {
            names.push_back(
                engine::point_name(present->opening().lattice(), present->turn_at(ply)->point));
        }
        return names;
    }
    std::vector<std::string> stones_of_opening(GameId game) {
        const engine::Opening& opening = match(game)->opening();
        std::vector<std::string> names;
        for (const engine::Point seed : opening.seeds()) {
            names.push_back(engine::point_name(opening.lattice(), seed));
        }
        return names;
    }
    GameId start_four() {
        const GameId game =
            open_game(anna, game_request("19x19-4p", {"me", "open", "open", "open"}))->game;
        for (const engine::Player* player : {&ben, &carl, &dora}) {
            EXPECT_TRUE(submit(game, engine::Join{*player, {}}).has_value());
        }
        return game;
    }

    PlanEvents personal_events;
};

PlanBranch branch(std::vector<PlanCondition> conditions, std::string point,
                  PlanBranches next = {}) {
    return {std::move(conditions), {}, std::move(point), std::move(next)};
}

PlanCondition white(std::string point) {
    return {engine::Seat::white, std::move(point)};
}
PlanCondition black(std::string point) {
    return {engine::Seat::black, std::move(point)};
}

TEST_F(PlansTest, AnswersInTheSameInstantAndKeepsWhatIsLeft) {
    const GameId game = start_game();
    ASSERT_TRUE(set(game, ben, 0,
                    {branch({black("G8")}, "A8"),
                     branch({black("B3")}, "A8", {branch({black("C3")}, "A7")})})
                    .has_value());

    const Answer moved = move(game, anna, "B3", 0);

    EXPECT_EQ(moved->seq, 4U);
    EXPECT_THAT(stones(game), ElementsAre("B3", "A8"));
    EXPECT_THAT(
        *get(game, ben),
        HasSubstr(R"("ply":2,"plan":[{"if":[{"seat":"black","point":"C3"}],"then":"A7"}])"));
    move(game, anna, "C3", 2);
    EXPECT_THAT(stones(game), ElementsAre("B3", "A8", "C3", "A7"));
    EXPECT_EQ(get(game, ben).error().code, Code::no_such_plan);
    EXPECT_THAT(told(), IsEmpty());
    expect_sound_log(game);
}

TEST_F(PlansTest, DropsAPlanThatDoesNotFitAndTellsItsOwnerOnly) {
    const GameId game = start_game();
    set(game, ben, 0, {branch({black("B3")}, "A8")});

    move(game, anna, "C2", 0);

    EXPECT_THAT(stones(game), ElementsAre("C2"));
    EXPECT_THAT(told(), ElementsAre(to_string(ben.account) + R"( {"game":)" + to_string(game) +
                                    R"(,"seat":"white","ply":1,"why":"no-branch"})"));
    EXPECT_EQ(get(game, ben).error().code, Code::no_such_plan);
    EXPECT_THAT(story(game), testing::Each(testing::Not(HasSubstr("plan"))));
}

TEST_F(PlansTest, DropsAPlanWhoseStoneCannotBePlaced) {
    const GameId game = start_game();
    set(game, ben, 0, {branch({}, "E5")});

    move(game, anna, "B3", 0);

    EXPECT_THAT(stones(game), ElementsAre("B3"));
    EXPECT_THAT(told(), ElementsAre(HasSubstr("illegal-move")));
}

TEST_F(PlansTest, FollowsABranchOnlyIfItsGuardsHold) {
    const GameId game = start_game();
    PlanBranch guarded = branch({}, "A8");
    guarded.guards = {{"B8", 4}, {"H2", 5}};  // H2 has four points of root space
    set(game, ben, 0, {guarded, branch({}, "C8")});

    move(game, anna, "B3", 0);

    EXPECT_THAT(stones(game), ElementsAre("B3", "C8"));
}

TEST_F(PlansTest, KeepWhatWasDueBeforeAMoveThatIsRefused) {
    auto request = game_request("9x9", {"me", "open"});
    request.terms.clock = {
        engine::ClockKind::total, std::chrono::seconds(10), {}, {}, false, false, false};
    const GameId game = open_game(anna, std::move(request))->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
    now_ms += 20'000;

    const auto refused = on(0, [&] {
        return play_with_plan(*referee, game, Move{anna.account, "B3", 0, {}},
                              {branch({white("A8")}, "C3")});
    });

    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::game_over);
    EXPECT_EQ(match(game)->status(), engine::Status::finished);
    EXPECT_EQ(refused.error().seq, events(game).size());
    EXPECT_EQ(get(game, anna).error().code, Code::no_such_plan);
}

TEST_F(PlansTest, LetsPlansAnswerPlans) {
    const GameId game = start_game();
    set(game, ben, 0, {branch({black("B3")}, "A8", {branch({black("C3")}, "A7")})});
    move(game, anna, "B3", 0);
    // Now that it is black's turn, white plans on; black can plan when white is to move.
    EXPECT_EQ(set(game, anna, 2, {branch({}, "C3")}).error().code, Code::your_turn);
    set(game, ben, 2,
        {branch({black("C3")}, "A7"), branch({black("A3")}, "A7", {branch({}, "C8")})});
    move(game, anna, "A3", 2);

    EXPECT_THAT(stones(game), ElementsAre("B3", "A8", "A3", "A7"));
    set(game, ben, 4, {branch({black("C2")}, "C8")});
    move(game, anna, "D5", 4);  // refused: the plan stays
    EXPECT_TRUE(get(game, ben).has_value());
}

TEST_F(PlansTest, RefusesAPlanThatMakesNoSense) {
    const GameId game = start_game();

    EXPECT_EQ(set(GameId{999}, ben, 0, {branch({}, "A8")}).error().code, Code::no_such_game);
    EXPECT_EQ(set(game, carl, 0, {branch({}, "A8")}).error().code, Code::not_a_player);
    EXPECT_EQ(set(game, ben, 1, {branch({}, "A8")}).error().code, Code::stale_ply);
    EXPECT_EQ(set(game, ben, 0, {branch({}, "Z9")}).error().pointer, "/plan/0/then");
    EXPECT_EQ(set(game, ben, 0, {branch({}, "A8", {branch({white("A1")}, "A7")})}).error().pointer,
              "/plan/0/next/0/if/0/seat");
    EXPECT_EQ(set(game, ben, 0, {branch({black("Z9")}, "A8")}).error().pointer,
              "/plan/0/if/0/point");
    PlanBranch guarded = branch({}, "A8");
    guarded.guards = {{"A1", 1}};
    EXPECT_EQ(set(game, ben, 0, {guarded}).error().pointer, "/plan/0/guard/0/root");
    EXPECT_EQ(get(game, ben).error().code, Code::no_such_plan);
}

TEST_F(PlansTest, RefusesAPlanOfMoreConditionsAndGuardsThanThereMayBe) {
    const GameId game = start_game();
    const std::string seed = stones_of_opening(game).front();
    const auto plan_of = [&](int parts) {
        PlanBranches plan;
        for (; parts > 0; --parts) {
            if (plan.empty() || plan.back().guards.size() == protocol::plan_guards_max) {
                plan.push_back(branch({black("C2")}, "A8"));
            } else {
                plan.back().guards.push_back({seed, 1});
            }
        }
        return plan;
    };

    const auto most = set(game, ben, 0, plan_of(protocol::plan_parts_max));
    const auto more = set(game, ben, 0, plan_of(protocol::plan_parts_max + 1));

    EXPECT_TRUE(most.has_value()) << most.error().detail;
    ASSERT_FALSE(more.has_value());
    EXPECT_EQ(more.error().code, Code::invalid_field);
    EXPECT_EQ(more.error().pointer, "/plan");
    EXPECT_EQ(more.error().detail, "The plan must have at most 600 conditions and guards.");
}

TEST_F(PlansTest, DropsPlansThatWaitForWhatIsTakenBack) {
    const GameId game = start_game();
    move(game, anna, "B3", 0);
    move(game, ben, "A8", 1);
    set(game, ben, 2, {branch({black("C3")}, "A7")});

    const Answer proposed =
        submit(game, engine::Propose{anna.account, engine::ProposalKind::undo, {}});
    ASSERT_TRUE(proposed.has_value());
    submit(game, engine::AnswerProposal{ben.account, proposed->seq, true});

    EXPECT_THAT(stones(game), IsEmpty());
    EXPECT_THAT(told(), ElementsAre(HasSubstr("\"undo\"")));
}

TEST_F(PlansTest, WaitsForAllOthersOfFourAndLetsLeaversPass) {
    const GameId game = start_four();
    const auto step = [&](const engine::Player& player) {
        const auto present = match(game);
        const auto legal = present->position().legal_points(*present->to_move());
        const auto point = *std::ranges::min_element(legal);
        const std::string name = engine::point_name(present->opening().lattice(), point);
        EXPECT_TRUE(move(game, player, name, present->ply()).has_value());
        return name;
    };
    step(anna);
    const auto present = match(game);
    const auto mine = present->position().legal_points(engine::Seat::black);
    const std::string point = engine::point_name(present->opening().lattice(), mine.front());
    set(game, anna, 1, {branch({{engine::Seat::green, ""}}, point)});

    step(ben);
    EXPECT_EQ(match(game)->ply(), 2U);
    submit(game, engine::Leave{carl.account});
    EXPECT_EQ(match(game)->ply(), 2U);
    submit(game, engine::Leave{dora.account});

    EXPECT_EQ(match(game)->ply(), 3U);
    EXPECT_EQ(stones(game).back(), point);
    EXPECT_THAT(told(), IsEmpty());
    expect_sound_log(game);
}

TEST_F(PlansTest, DropsAPlanWhenSomebodyItWaitsForLeaves) {
    const GameId game = start_four();
    submit(game, next_move(game));
    set(game, anna, 1, {branch({{engine::Seat::red, "A1"}}, "A2")});

    submit(game, engine::Leave{carl.account});

    EXPECT_THAT(told(), ElementsAre(HasSubstr("no-branch")));
}

TEST_F(PlansTest, ForgetsThePlansOfWhoeverIsOut) {
    const GameId game = start_four();
    submit(game, next_move(game));
    set(game, anna, 1, {branch({}, "A2")});

    submit(game, engine::Leave{anna.account});

    EXPECT_THAT(told(), ElementsAre(HasSubstr("\"left\"")));
    EXPECT_FALSE(
        database->read([game](store::Reader& reader) { return store::has_plans(reader, game); }));
}

TEST_F(PlansTest, SurviveARestart) {
    const GameId game = start_game();
    set(game, ben, 0, {branch({black("B3")}, "A8")});
    restart({.observers = {&personal_events}});

    move(game, anna, "B3", 0);

    EXPECT_THAT(stones(game), ElementsAre("B3", "A8"));
}

// The plan of a seat that plays this sequence's stones from `ply` on, as long as the others do.
PlanBranches plan_along(const std::vector<std::string>& points, std::size_t ply, int seats,
                        int own) {
    std::vector<PlanCondition> conditions;
    while (ply < points.size() && static_cast<int>(ply) % seats != own) {
        conditions.push_back({engine::seat_at(static_cast<int>(ply) % seats), points[ply]});
        ++ply;
    }
    if (ply >= points.size()) return {};
    return {branch(std::move(conditions), points[ply], plan_along(points, ply + 1, seats, own))};
}

TEST_F(PlansTest, PlaysExactlyWhatTheSameMovesByHandDo) {
    std::mt19937 random(7);
    for (const int seats : {2, 4}) {
        for (int round = 0; round < 4; ++round) {
            const auto start = [&] { return seats == 2 ? start_game() : start_four(); };
            const std::array<engine::Player, 4> players = {anna, ben, carl, dora};
            const GameId by_hand = start();
            for (int i = 0; i < 24; ++i) {
                const auto present = match(by_hand);
                if (present->to_move() != engine::seat_at(i % seats)) break;
                const auto legal = present->position().legal_points(*present->to_move());
                const auto point = legal[random() % legal.size()];
                move(by_hand, players[static_cast<std::size_t>(i % seats)],
                     engine::point_name(present->opening().lattice(), point), present->ply());
            }
            const auto points = stones(by_hand);

            const GameId planned = start();
            for (int seat = 1; seat < seats; ++seat) {
                set(planned, players[static_cast<std::size_t>(seat)], 0,
                    plan_along(points, 0, seats, seat));
            }
            while (match(planned)->ply() < points.size()) {
                const std::uint32_t ply = match(planned)->ply();
                ASSERT_EQ(static_cast<int>(ply) % seats, 0);  // the others are all answered for
                ASSERT_TRUE(move(planned, anna, points[ply], ply).has_value());
            }

            EXPECT_EQ(story(planned), story(by_hand));
            EXPECT_THAT(told(), IsEmpty());
            forget_told();
        }
    }
}

TEST_F(PlansTest, NeverPlaceAStoneAgainstTheRules) {
    std::mt19937 random(11);
    const auto any_point = [&random] {
        return std::string(1, static_cast<char>('A' + random() % 8)) +
               std::to_string(1 + random() % 9);
    };
    for (int round = 0; round < tests::repetitions(20); ++round) {
        const GameId game = start_game();
        for (int i = 0; i < 40 && match(game)->to_move(); ++i) {
            const auto present = match(game);
            const bool is_black = present->to_move() == engine::Seat::black;
            PlanBranches branches;
            for (int k = 0; k < 6; ++k) {
                branches.push_back(branch({}, any_point(), {branch({}, any_point())}));
                branches.back().guards = {
                    {is_black ? "B8" : "H8", 1 + static_cast<int>(random() % 6)}};
            }
            set(game, is_black ? ben : anna, present->ply(), std::move(branches));
            submit(game, next_move(game));
        }
        restart({.observers = {&personal_events}});  // the log is folded again, by the rules
        expect_sound_log(game);
    }
}

}  // namespace
}  // namespace tanbo::game
