#include "engine/analysis/analyst.hpp"

#include <gtest/gtest.h>

#include "tests/engine/analysis/scripted_judge.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::analysis {
namespace {

using protocol::Script;

constexpr Analyst::Budget budget{2000, 7};

Script four_stones_then_resigned() {
    Script script("9x9");
    script.fill().play_random(3, 4).leave(Seat::white);
    return script;
}

Point played(const Script& script, std::size_t turn) {
    return script.match().turns()[turn].point;
}

// Some legal point that was not played there.
Point another(const Script& script, std::uint32_t ply) {
    const auto before = engine::snapshot_at(script.match(), ply)->position;
    for (const Point point : before.legal_points(*before.to_move())) {
        if (point != played(script, ply)) return point;
    }
    ADD_FAILURE() << "there is no other";
    return 0;
}

TEST(Analyst, LooksAtEveryPositionOnceIfNothingIsLost) {
    const Script script = four_stones_then_resigned();
    std::vector<std::pair<std::uint32_t, Look>> looks;
    ScriptedJudge judge;
    judge.looks = &looks;

    const Analysis analysis = analyse(game_of(script.match()), judge, budget);

    ASSERT_EQ(analysis.turns.size(), 4U);
    EXPECT_EQ(looks.size(), 5U);
    EXPECT_EQ(analysis.simulations, 2000U);
    EXPECT_EQ(analysis.turns[2].seat, Seat::black);
    EXPECT_EQ(analysis.turns[2].played, played(script, 2));
    EXPECT_EQ(analysis.end, (Chances{500, 500}));
}

TEST(Analyst, TellsTheJudgeWhereTheLastStoneWasPlaced) {
    Script script("19x19-4p");
    script.fill().play_random(5, 2).leave(Seat::red).play_random(6, 1);
    std::vector<Point> last_stones;
    ScriptedJudge judge;
    judge.last_stones = &last_stones;

    analyse(game_of(script.match()), judge, budget);

    // Before each stone, after each, and the second position again once red has left.
    const auto turns = script.match().turns();
    EXPECT_EQ(last_stones, (std::vector<Point>{engine::no_point, turns[0].point, turns[1].point,
                                               turns[1].point, turns[3].point}));
    EXPECT_EQ(last_stone_of(game_of(script.match())), turns[3].point);
    EXPECT_EQ(last_stone_of(game_of(Script("9x9").fill().match())), engine::no_point);
}

TEST(Analyst, ConfirmsALossBySecondLooksAtBothMoves) {
    const Script script = four_stones_then_resigned();
    std::vector<std::pair<std::uint32_t, Look>> looks;
    ScriptedJudge judge{.black = {{2, 600}, {3, 350}}, .looks = &looks};
    judge.best[2] = another(script, 2);

    const Analysis analysis = analyse(game_of(script.match()), judge, budget);

    // The position after either move has three stones, so both look alike to this judge.
    EXPECT_EQ(std::ranges::count(looks, std::pair(std::uint32_t{3}, Look::second)), 2);
    EXPECT_EQ(analysis.turns[2].verdict.loss(), 0);
    EXPECT_EQ(analysis.turns[2].grade(), Grade::none);
}

TEST(Analyst, GradesWhatBothLooksSee) {
    const Script script = four_stones_then_resigned();
    const Point best = another(script, 2);
    const auto judge = [&](const engine::Position& position, Point last, Look) {
        ScriptedJudge scripted{.black = {{2, 600}, {3, 350}}};
        scripted.best[2] = best;
        if (position.ply() == 3 && position.stone(best)) scripted.black[3] = 590;
        return scripted(position, last, Look::first);
    };

    const Analysis analysis = analyse(game_of(script.match()), judge, budget);

    EXPECT_EQ(analysis.turns[2].verdict, (Verdict{590, 350, false}));
    EXPECT_EQ(analysis.turns[2].grade(), Grade::mistake);
    EXPECT_EQ(analysis.turns[1].grade(), Grade::none);
}

TEST(Analyst, NeverBlamesTheMoveThatTheSearchWouldHavePlayed) {
    const Script script = four_stones_then_resigned();
    ScriptedJudge judge{.black = {{2, 900}, {3, 100}}};
    judge.best[2] = played(script, 2);

    const Analysis analysis = analyse(game_of(script.match()), judge, budget);

    EXPECT_EQ(analysis.turns[2].verdict.loss(), 0);
}

TEST(Analyst, CallsAProvenWinGivenAwayABlunder) {
    const Script script = four_stones_then_resigned();
    const Point best = another(script, 2);
    const auto judge = [&](const engine::Position& position, Point last, Look look) {
        ScriptedJudge scripted{.black = {{3, 850}}, .proven = {{2, Seat::black}}};
        scripted.best[2] = best;
        if (position.ply() == 3 && position.stone(best)) scripted.proven[3] = Seat::black;
        return scripted(position, last, look);
    };

    const Analysis analysis = analyse(game_of(script.match()), judge, budget);

    EXPECT_EQ(analysis.turns[2].before.chances, (Chances{1000, 0}));
    EXPECT_EQ(analysis.turns[2].verdict, (Verdict{1000, 850, true}));
    EXPECT_EQ(analysis.turns[2].grade(), Grade::blunder);
}

TEST(Analyst, SaysWhoHasWonOfAGamePlayedToItsEnd) {
    Script script("9x9");
    script.fill().play_random(11, 1000);
    const Seat winner = script.match().winner().value();

    const Analysis analysis = analyse(game_of(script.match()), ScriptedJudge(), budget);

    EXPECT_EQ(analysis.end, chances_of_winner(winner));
    EXPECT_EQ(analysis.turns.size(), script.match().ply());
}

TEST(Analyst, GoesOnAfterAPlayerHasLeft) {
    Script script("19x19-4p");
    script.fill().play_random(5, 6).leave(Seat::red).play_random(6, 5);
    script.leave(Seat::black).leave(Seat::white);
    std::vector<std::pair<std::uint32_t, Look>> looks;
    ScriptedJudge judge;
    judge.looks = &looks;

    const Analysis analysis = analyse(game_of(script.match()), judge, budget);

    ASSERT_EQ(analysis.turns.size(), 11U);
    // The position after the sixth stone is looked at again without red.
    EXPECT_EQ(std::ranges::count(looks, std::pair(std::uint32_t{6}, Look::first)), 2);
    const auto by_red = [](const AnalysedTurn& turn) {
        return turn.ply >= 6 && turn.seat == Seat::red;
    };
    EXPECT_TRUE(std::ranges::none_of(analysis.turns, by_red));
}

// Everybody who is in has the same chance.
Judgement even(const engine::Position& position, Point, Look) {
    std::vector<double> shares;
    for (int i = 0; i < position.opening().seats(); ++i) {
        shares.push_back(position.is_in(engine::seat_at(i)) ? 1 : 0);
    }
    return {round_chances(shares), {position.legal_points(*position.to_move())[0]}, {}, {}};
}

TEST(Analyst, JudgesTheEndOfARunningGameWithoutThoseWhoHaveLeft) {
    Script script("19x19-4p");
    script.fill().play_random(5, 6).leave(Seat::red);

    const Chances once = analyse(game_of(script.match()), even, budget).end;
    script.leave(Seat::black);
    const Chances twice = analyse(game_of(script.match()), even, budget).end;

    EXPECT_EQ(once, (Chances{334, 333, 0, 333}));
    EXPECT_EQ(twice, (Chances{0, 500, 0, 500}));
}

TEST(Analyst, JudgesTheEndOfAWonGameBeforeAnybodyLeft) {
    Script script("19x19-4p");
    script.fill().play_random(5, 6);
    script.leave(Seat::red).leave(Seat::black).leave(Seat::white);

    EXPECT_EQ(analyse(game_of(script.match()), even, budget).end, (Chances{250, 250, 250, 250}));
}

TEST(Analyst, IsCertainOfAPositionThatLeavingsHaveEndedThoughNobodyIsSaidToHaveWon) {
    Script script("19x19-4p");
    script.fill().play_random(5, 6);
    script.leave(Seat::red).leave(Seat::black).leave(Seat::white);
    PlayedGame game = game_of(script.match());
    const Seat last = game.winner.value();
    game.winner.reset();

    EXPECT_EQ(analyse(game, even, budget).end, chances_of_winner(last));
}

TEST(Analyst, WorksOneStoneAtATime) {
    const Script script = four_stones_then_resigned();
    Analyst analyst(game_of(script.match()), ScriptedJudge(), budget);

    int steps = 1;
    while (analyst.step()) ++steps;

    EXPECT_EQ(steps, 5);
    EXPECT_EQ(analyst.done(), analyst.total());
    EXPECT_EQ(analyst.take(), analyse(game_of(script.match()), ScriptedJudge(), budget));
}

}  // namespace
}  // namespace tanbo::analysis
