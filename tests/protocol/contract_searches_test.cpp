#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/records/analysis.hpp"
#include "protocol/records/hints.hpp"
#include "protocol/records/puzzles.hpp"
#include "protocol/records/searches.hpp"
#include "tests/protocol/example.hpp"
#include "tests/protocol/script.hpp"

// Answers about analyses, hints and puzzles are those that the contract shows. No search is made:
// its results are made up, and other weights change nothing here.
namespace tanbo::protocol {
namespace {

using analysis::AnalysedTurn;
using analysis::Analysis;
using analysis::Judgement;
using analysis::Verdict;

Script two_stones_then_resigned() {
    Script script("9x9");
    script.fill().play("H7").play("H3").leave(engine::Seat::white);
    return script;
}

std::vector<engine::Point> points(const engine::Lattice& lattice,
                                  const std::vector<const char*>& names) {
    std::vector<engine::Point> all;
    for (const char* name : names) all.push_back(engine::parse_point(lattice, name).value());
    return all;
}

Judgement judged(const engine::Lattice& lattice, analysis::Chances chances,
                 const std::vector<const char*>& line) {
    return {chances, points(lattice, line), {}, {}};
}

// White errs at the second stone.
Analysis analysis_of(const Script& script) {
    const engine::Lattice& lattice = script.match().opening().lattice();
    const auto turns = script.match().turns();
    AnalysedTurn first{0, engine::Seat::black, turns[0].point,
                       judged(lattice, {520, 480}, {"G8", "B7", "H7"}), Verdict{520, 480, false}};
    AnalysedTurn second{1, engine::Seat::white, turns[1].point,
                        judged(lattice, {480, 520}, {"B7", "G8"}), Verdict{520, 200, false}};
    second.before.risks = {{points(lattice, {"H2"})[0], 310}};
    return {2000, 1, {first, second}, {800, 200}};
}

TEST(ContractSearches, TellWhereAGameTurned) {
    const Script script = two_stones_then_resigned();
    const analysis::PlayedGame game = analysis::game_of(script.match());
    const std::string text = encode_analysis(GameId{42}, game, analysis_of(script));

    EXPECT_TRUE(matches_example("answers/analysis", text));
    EXPECT_TRUE(decode_analysis(example("answers/analysis"), GameId{42}, game));
}

TEST(ContractSearches, TellHowFarAnAnalysisIs) {
    EXPECT_TRUE(
        matches_example("answers/analysis-waiting",
                        encode_analysis_progress({GameId{42}, false, false, second(0), 3})));
    EXPECT_TRUE(matches_example("answers/analysis-running",
                                encode_analysis_progress({GameId{42}, false, true, second(0), 0})));
    EXPECT_TRUE(matches_example("answers/analysis-done",
                                encode_analysis_progress({GameId{42}, true, false, second(0), 0})));
}

TEST(ContractSearches, TellAHint) {
    Script script("9x9");
    script.fill().play("H7").play("H3");
    const engine::Position& position = script.match().position();
    const Judgement judgement = judged(position.lattice(), {561, 439}, {"H6", "B7", "G8"});

    EXPECT_TRUE(matches_example("answers/hint", encode_hint(GameId{42}, position, judgement)));
    EXPECT_TRUE(matches_example("answers/hint-waiting", encode_hint_progress(GameId{42})));
    EXPECT_TRUE(
        matches_example("answers/judgement", encode_judgement(position.opening(), judgement)));
    EXPECT_TRUE(decode_judgement(example("answers/judgement"), position));
}

TEST(ContractSearches, AreGivenToProgramsWithoutWhoPlays) {
    const Script script = two_stones_then_resigned();
    const SearchJob job{SearchId{7}, SearchKind::analysis, GameId{42},
                        analysis::game_of(script.match())};

    EXPECT_TRUE(matches_example("answers/search-job", encode_search_job(job)));
    EXPECT_TRUE(decode_search_job(example("answers/search-job")));
}

TEST(ContractSearches, GivePuzzlesAndJudgeAnswers) {
    const Puzzle& puzzle = puzzles().front();
    const auto answer = decode_puzzle_answer(example("requests/answer-puzzle"));

    EXPECT_TRUE(matches_example(
        "answers/puzzles", encode_puzzle_list(puzzles().first(2), replaced_puzzles().first(1))));
    EXPECT_TRUE(matches_example("answers/puzzle", encode_puzzle(puzzle)));
    EXPECT_TRUE(
        matches_example("answers/puzzle-solved", judge_puzzle(puzzle, answer.value()).value()));
}

}  // namespace
}  // namespace tanbo::protocol
