#include "server/cli/analysis/search_judge.hpp"

#include <array>
#include <numeric>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "tests/protocol/script.hpp"

namespace tanbo::cli {
namespace {

using analysis::Judgement;
using analysis::Look;
using protocol::Script;

constexpr analysis::Analyst::Budget budget{300, 5};

// Of the position after all stones.
Judgement judged(SearchJudge& judge, const Script& script, Look look = Look::first) {
    const analysis::PlayedGame game = analysis::game_of(script.match());
    return judge.judge(script.match().position(), analysis::last_stone_of(game), look);
}

TEST(SearchJudge, SaysTheSameWhateverItHasJudgedBefore) {
    Script early("9x9");
    early.fill().play_random(2, 6);
    Script late("9x9");
    late.fill().play_random(2, 9);
    SearchJudge fresh(late.match().shared_opening(), budget);
    SearchJudge used(late.match().shared_opening(), budget);
    judged(used, early);
    judged(used, late, Look::second);

    const Judgement judgement = judged(fresh, late);

    EXPECT_EQ(judged(used, late), judgement);
}

TEST(SearchJudge, LooksAtMovesBesideTheLastStoneFirst) {
    Script script("13x13");
    script.fill().play_random(2, 20);
    const auto turns = script.match().turns();
    const engine::Position& position = script.match().position();
    SearchJudge judge(script.match().shared_opening(), budget);
    search::Searcher searcher(script.match().shared_opening(),
                              search::weights_for(script.match().opening()),
                              {.seed = budget.seed, .memory = {.nodes_max = 1U << 17U}});
    searcher.set(position, turns[19].point);
    searcher.run({.simulations = budget.simulations});
    const std::array<double, 2> shares{searcher.report().chances[0], searcher.report().chances[1]};

    const Judgement judgement = judge.judge(position, turns[19].point, Look::first);

    EXPECT_EQ(judgement.chances, analysis::round_chances(shares));
    EXPECT_NE(judge.judge(position, turns[18].point, Look::first), judgement);
    EXPECT_NE(judge.judge(position, engine::no_point, Look::first), judgement);
}

TEST(SearchJudge, JudgesEveryPositionOfGamesOfAllKinds) {
    for (const char* setup : {"9x9", "5x5x5", "19x19-4p", "line31"}) {
        Script script(setup);
        script.fill();
        SearchJudge judge(script.match().shared_opening(), {40, 1});
        while (script.match().to_move()) {
            const engine::Position& position = script.match().position();
            const Judgement judgement = judged(judge, script);
            ASSERT_FALSE(judgement.line.empty());
            engine::Position next = position;
            for (const engine::Point point : judgement.line) {
                ASSERT_EQ(next.play(point).illegal, engine::Illegal::none) << setup;
            }
            ASSERT_EQ(std::accumulate(judgement.chances.begin(), judgement.chances.end(), 0),
                      analysis::certain);
            script.play_random(script.match().ply(), 1);
        }
    }
}

// The most memory that this process has held so far.
long kibibytes_held() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// A line with ends that grow towards each other never leaves a choice.
TEST(SearchJudge, FollowsThousandsOfForcedMovesInLittleMemory) {
    Script script(protocol::opening_of({4096}, {{"1"}, {"4096"}}));
    script.fill();
    SearchJudge judge(script.match().shared_opening(), budget);
    const long before = kibibytes_held();

    const Judgement judgement = judged(judge, script);

    EXPECT_EQ(judgement.proven, engine::Seat::black);
    EXPECT_EQ(judgement.line.size(), analysis::line_max);
    EXPECT_LT(kibibytes_held() - before, 64 * 1024);
}

// A random game that its winner's last stone has ended.
Script won_by_the_last_stone() {
    for (std::uint32_t seed = 1;; ++seed) {
        Script script("9x9");
        script.fill().play_random(seed, 1000);
        if (script.match().winner() == script.match().turns().back().seat) return script;
    }
}

TEST(SearchJudge, SeesAWinInOne) {
    const Script script = won_by_the_last_stone();
    const engine::Seat winner = script.match().winner().value();
    const std::uint32_t ply = script.match().ply();
    const auto before = engine::snapshot_at(script.match(), ply - 1)->position;
    const engine::Point last = script.match().turns()[ply - 2].point;
    SearchJudge judge(script.match().shared_opening(), budget);

    const Judgement judgement = judge.judge(before, last, Look::first);

    EXPECT_EQ(judgement.proven, winner);
    EXPECT_EQ(judgement.chances, analysis::chances_of_winner(winner));
}

TEST(SearchJudge, PausesBetweenSlices) {
    Script script("9x9");
    script.fill();
    SearchJudge judge(script.match().shared_opening(), {1000, 1});
    int pauses = 0;
    judge.pause_by([&] { ++pauses; });

    judged(judge, script);

    EXPECT_EQ(pauses, 10);
}

TEST(RisksOf, TellsTheMostEndangeredFirstAndFewOfThem) {
    const std::vector<search::RootRisk> risks = {
        {3, engine::Seat::black, 0.95F}, {5, engine::Seat::white, 0.5F},
        {7, engine::Seat::black, 0.1F},  {9, engine::Seat::white, 0.8F},
        {11, engine::Seat::black, 0.5F}, {13, engine::Seat::white, 0.2F}};

    const auto told = risks_of(risks);

    ASSERT_EQ(told.size(), analysis::risks_max);
    EXPECT_EQ(told[0], (analysis::RootRisk{7, 900}));
    EXPECT_EQ(told[1], (analysis::RootRisk{13, 800}));
    EXPECT_EQ(told[2], (analysis::RootRisk{5, 500}));
    EXPECT_EQ(told[3], (analysis::RootRisk{11, 500}));
}

}  // namespace
}  // namespace tanbo::cli
