#include "engine/analysis/turning_point.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::analysis {
namespace {

using protocol::Script;

// Four stones, and white has left.
Script game() {
    Script script("9x9");
    script.fill().play("H7").play("H3").play("H6").play("H4").leave(Seat::white);
    return script;
}

struct Case {
    const char* name;
    std::array<int, 5> black;  // black's chance before each stone and at the end
    std::size_t graded = 99;   // a turn that is a mistake
    TurnKind kind = TurnKind::none;
    std::size_t turn = 0;
    const char* sentence = "";
};

Analysis analysis_of(const Script& script, const Case& told) {
    Analysis analysis;
    for (const engine::PastTurn& past : script.match().turns()) {
        if (past.point == engine::no_point) continue;
        const std::size_t i = analysis.turns.size();
        AnalysedTurn turn{static_cast<std::uint32_t>(i), past.seat, past.point, {}, {}};
        turn.before.chances = {told.black[i], certain - told.black[i]};
        turn.before.line = {engine::parse_point(script.match().opening().lattice(), "G8").value()};
        if (i == told.graded) turn.verdict = {650, 400, false};
        analysis.turns.push_back(turn);
    }
    analysis.end = {told.black[4], certain - told.black[4]};
    return analysis;
}

class Turning : public testing::TestWithParam<Case> {};

TEST_P(Turning, IsToldInOneSentence) {
    const Script script = game();
    const Analysis analysis = analysis_of(script, GetParam());

    const TurningPoint point = turning_point(analysis, game_of(script.match()));

    EXPECT_EQ(turn_kind_name(point.kind), turn_kind_name(GetParam().kind));
    EXPECT_EQ(point.turn, GetParam().turn);
    EXPECT_EQ(describe(point, analysis, script.match().opening().lattice()), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Turning,
    testing::Values(
        Case{"Never",
             {510, 520, 530, 540, 600},
             99,
             TurnKind::never,
             0,
             "Black was ahead from the first move to the last."},
        Case{
            "OwnMove",
            {480, 490, 495, 560, 600},
            99,
            TurnKind::own_move,
            2,
            "The game turned at move 3: with H6 black took the lead, their chance rising from 50 % "
            "to 56 %."},
        Case{"Error",
             {510, 350, 600, 640, 700},
             1,
             TurnKind::error,
             1,
             "The game turned at move 2: white's H3 was a mistake, after which black's chance rose "
             "from 35 % to 60 %; G8 was better."},
        Case{"Drift",
             {510, 460, 555, 640, 995},
             99,
             TurnKind::drift,
             1,
             "The game turned at move 2: after white's H3 black's chance rose from 46 % to 56 %."},
        Case{
            "TheGreatestRiseUntilTheLeadIsClear",
            {490, 505, 510, 640, 990},
            99,
            TurnKind::own_move,
            2,
            "The game turned at move 3: with H6 black took the lead, their chance rising from 51 % "
            "to 64 %."},
        Case{
            "TheFirstOfEqualRises",
            {490, 510, 530, 540, 550},
            99,
            TurnKind::own_move,
            0,
            "The game turned at move 1: with H7 black took the lead, their chance rising from 49 % "
            "to 51 %."},
        Case{"Gradual",
             {495, 514, 533, 550, 569},
             99,
             TurnKind::gradual,
             0,
             "Black pulled ahead gradually; no single move turned the game."},
        Case{"LastCrossingCounts",
             {400, 700, 450, 460, 999},
             3,
             TurnKind::error,
             3,
             "The game turned at move 4: white's H4 was a mistake, after which black's chance rose "
             "from 46 % to more than 99 %; G8 was better."},
        Case{"Leaving",
             {510, 460, 505, 400, 5},
             99,
             TurnKind::leaving,
             0,
             "Black won as the last player in the game: on the board black was not ahead, with a "
             "chance of less than 1 %."},
        Case{
            "LeavingWhileItWasEven",
            {480, 520, 495, 490, 510},
            99,
            TurnKind::leaving,
            0,
            "Black won as the last player in the game: on the board black was barely ahead, with a "
            "chance of 51 %."},
        Case{
            "LeavingThoughAlwaysALittleAhead",
            {510, 520, 530, 540, 549},
            99,
            TurnKind::leaving,
            0,
            "Black won as the last player in the game: on the board black was barely ahead, with a "
            "chance of 55 %."},
        Case{"LeavingWithEqualChances",
             {510, 490, 510, 490, 500},
             99,
             TurnKind::leaving,
             0,
             "Black won as the last player in the game: on the board black was not ahead, with a "
             "chance of 50 %."}),
    [](const auto& info) { return std::string(info.param.name); });

// Black's chance before each of 14 stones and at the end, and the stone that the game turned at.
struct Spikes {
    const char* name;
    std::array<int, 15> black;
    TurnKind kind = TurnKind::none;
    std::size_t turn = 0;
};

class TurningWithSpikes : public testing::TestWithParam<Spikes> {};

TEST_P(TurningWithSpikes, IsTheLargestLastingChange) {
    Script script("9x9");
    script.fill().play_random(5, 14).leave(Seat::white);
    Analysis analysis;
    for (const engine::PastTurn& past : script.match().turns()) {
        if (past.point == engine::no_point) continue;
        const std::size_t i = analysis.turns.size();
        AnalysedTurn turn{static_cast<std::uint32_t>(i), past.seat, past.point, {}, {}};
        turn.before.chances = {GetParam().black[i], certain - GetParam().black[i]};
        turn.before.line = {past.point};
        analysis.turns.push_back(turn);
    }
    analysis.end = {GetParam().black[14], certain - GetParam().black[14]};

    const TurningPoint point = turning_point(analysis, game_of(script.match()));

    EXPECT_EQ(turn_kind_name(point.kind), turn_kind_name(GetParam().kind));
    ASSERT_EQ(point.turn, GetParam().turn);
    if (point.kind == TurnKind::gradual) return;
    EXPECT_EQ(point.from, GetParam().black[point.turn]);
    EXPECT_EQ(point.to, GetParam().black[point.turn + 1]);
}

INSTANTIATE_TEST_SUITE_P(
    Table, TurningWithSpikes,
    testing::Values(
        Spikes{"ThreeFallsOfTheLeaderAtTheEnd",
               {480, 470, 490, 480, 820, 850, 880, 900, 990, 0, 1000, 0, 1000, 0, 1000},
               TurnKind::drift,
               3},
        Spikes{"ThreeRisesOfTheOtherAtTheEnd",
               {480, 400, 300, 200, 100, 50, 50, 0, 0, 0, 1000, 0, 1000, 0, 1000},
               TurnKind::drift,
               13},
        Spikes{"ARiseThatFallsBack",
               {480, 470, 490, 960, 480, 490, 480, 470, 800, 820, 850, 870, 900, 950, 990},
               TurnKind::drift,
               7},
        Spikes{"ALongFallOfTheLeader",
               {480, 470, 820, 850, 880, 900, 950, 990, 100, 100, 90, 80, 70, 60, 1000},
               TurnKind::drift,
               13},
        Spikes{"AFallWithoutARiseBefore",
               {510, 515, 520, 525, 560, 575, 590, 600, 615, 630, 645, 660, 0, 1000, 1000},
               TurnKind::drift,
               3},
        Spikes{"ASlowLeadWithAFall",
               {500, 510, 520, 530, 540, 550, 560, 570, 580, 590, 600, 610, 0, 620, 630},
               TurnKind::gradual,
               0}),
    [](const auto& info) { return std::string(info.param.name); });

// Five stones by three, of whom red has left after the third, and white in the end.
Script game_of_three() {
    Script script(protocol::opening_of({9, 9}, {{"A1"}, {"J1"}, {"E9"}}));
    script.fill().play("A2").play("J2").play("E8").leave(Seat::red).play("A3").play("J3");
    script.leave(Seat::white);
    return script;
}

struct CaseOfThree {
    const char* name;
    std::array<Chances, 6> chances;  // before each stone and at the end
    TurnKind kind = TurnKind::none;
    std::size_t turn = 0;
    const char* sentence = "";
};

Analysis analysis_of(const Script& script, const CaseOfThree& told) {
    Analysis analysis;
    for (const engine::PastTurn& past : script.match().turns()) {
        if (past.point == engine::no_point) continue;
        const std::size_t i = analysis.turns.size();
        AnalysedTurn turn{static_cast<std::uint32_t>(i), past.seat, past.point, {}, {}};
        turn.before.chances = told.chances[i];
        turn.before.line = {past.point};
        analysis.turns.push_back(turn);
    }
    analysis.end = told.chances[5];
    return analysis;
}

class TurningOfThree : public testing::TestWithParam<CaseOfThree> {};

TEST_P(TurningOfThree, BlamesNoStoneForWhatALeavingDid) {
    const Script script = game_of_three();
    const Analysis analysis = analysis_of(script, GetParam());

    const TurningPoint point = turning_point(analysis, game_of(script.match()));

    EXPECT_EQ(turn_kind_name(point.kind), turn_kind_name(GetParam().kind));
    EXPECT_EQ(point.turn, GetParam().turn);
    EXPECT_EQ(describe(point, analysis, script.match().opening().lattice()), GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Table, TurningOfThree,
    testing::Values(
        CaseOfThree{"ALeavingAlone",
                    {{{300, 300, 400},
                      {305, 300, 395},
                      {310, 300, 390},
                      {700, 300, 0},
                      {710, 290, 0},
                      {720, 280, 0}}},
                    TurnKind::gradual,
                    0,
                    "Black pulled ahead gradually; no single move turned the game."},
        CaseOfThree{
            "ASmallerRiseOfAStoneAfterIt",
            {{{300, 300, 400},
              {305, 300, 395},
              {310, 300, 390},
              {520, 480, 0},
              {580, 420, 0},
              {600, 400, 0}}},
            TurnKind::own_move,
            3,
            "The game turned at move 4: with A3 black took the lead, their chance rising from "
            "52 % to 58 %."},
        CaseOfThree{"ASmallerRiseOfAStoneBeforeIt",
                    {{{300, 300, 400},
                      {300, 350, 350},
                      {360, 300, 340},
                      {700, 300, 0},
                      {710, 290, 0},
                      {720, 280, 0}}},
                    TurnKind::drift,
                    1,
                    "The game turned at move 2: after white's J2 black's chance rose from 30 % to "
                    "36 %."},
        CaseOfThree{"TheStoneBeforeTheLastLeaving",
                    {{{300, 300, 400},
                      {300, 300, 400},
                      {310, 300, 390},
                      {450, 550, 0},
                      {460, 540, 0},
                      {700, 300, 0}}},
                    TurnKind::drift,
                    4,
                    "The game turned at move 5: after white's J3 black's chance rose from 46 % to "
                    "70 %."}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(TurningPoint, IsNoneWithoutAWinner) {
    Script script("9x9");
    script.fill().play("H7");
    const Analysis analysis;

    const TurningPoint point = turning_point(analysis, game_of(script.match()));

    EXPECT_EQ(point.kind, TurnKind::none);
    EXPECT_EQ(describe(point, analysis, script.match().opening().lattice()),
              "The game has no winner and no turning point.");
}

}  // namespace
}  // namespace tanbo::analysis
