#include "protocol/records/puzzles.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/notation.hpp"
#include "tests/support/prover.hpp"

namespace tanbo::protocol {
namespace {

using engine::Point;
using engine::Position;
using nlohmann::json;

constexpr std::size_t proof_positions_max = 30'000;

TEST(Puzzles, AreManyOnBothBoardsAndNoneTwice) {
    std::map<std::string, int> by_setup;
    std::set<std::uint64_t> seen;
    for (const Puzzle& puzzle : puzzles()) {
        ++by_setup[puzzle.setup];
        EXPECT_TRUE(seen.insert(puzzle.position.hash()).second);
    }

    EXPECT_GE(puzzles().size(), 200U);
    EXPECT_GE(by_setup["9x9"], 50);
    EXPECT_GE(by_setup["13x13"], 50);
}

// By trying everything, which shares nothing with the search.
TEST(Puzzles, HaveExactlyOneMoveThatWins) {
    for (const Puzzle& puzzle : puzzles()) {
        tests::Prover prover(proof_positions_max);
        for (const Point move : tests::Prover::sorted_moves(puzzle.position)) {
            const auto wins = prover.wins_by(puzzle.position, move);
            ASSERT_TRUE(wins.has_value());
            ASSERT_EQ(*wins, move == puzzle.solution)
                << puzzle.setup << ' ' << engine::point_name(puzzle.position.lattice(), move);
        }
    }
}

TEST(Puzzles, AreNotWonAtOnce) {
    for (const Puzzle& puzzle : puzzles()) {
        Position next = puzzle.position;
        next.play(puzzle.solution);
        EXPECT_FALSE(next.is_over());
        EXPECT_GE(puzzle.position.legal_points(*puzzle.position.to_move()).size(), 3U);
    }
}

// A solution that is wrong does not get past the proof.
TEST(Puzzles, WithAnotherSolutionWouldBeNoticed) {
    const Puzzle& puzzle = puzzles().front();
    tests::Prover prover(proof_positions_max);
    int losing = 0;
    for (const Point move : puzzle.position.legal_points(*puzzle.position.to_move())) {
        losing += prover.wins_by(puzzle.position, move) == false ? 1 : 0;
    }
    EXPECT_GE(losing, 2);
}

TEST(Puzzles, TellNothingOfTheirSolution) {
    const std::set<std::string> told = {"puzzle",   "setup",   "difficulty", "board",  "stones",
                                        "position", "to_move", "legal",      "puzzles"};
    for (std::size_t number = 1; number <= puzzles().size(); ++number) {
        const json puzzle = json::parse(encode_puzzle(number, puzzles()[number - 1]));

        for (const auto& [name, value] : puzzle.items()) EXPECT_TRUE(told.contains(name)) << name;
        EXPECT_TRUE(std::ranges::is_sorted(
            puzzle["legal"].get<std::vector<std::string>>(), {}, [&](const std::string& point) {
                return engine::parse_point(puzzles()[number - 1].position.lattice(), point);
            }));
    }
}

TEST(PuzzleAnswers, AreJudged) {
    const Puzzle& puzzle = puzzles().front();
    const engine::Lattice& lattice = puzzle.position.lattice();
    const std::string solution = engine::point_name(lattice, puzzle.solution);
    std::string other;
    for (const Point move : puzzle.position.legal_points(*puzzle.position.to_move())) {
        if (move != puzzle.solution) other = engine::point_name(lattice, move);
    }
    const auto judged = [&](const PuzzleAnswer& answer) {
        return json::parse(judge_puzzle(1, puzzle, answer).value());
    };

    EXPECT_EQ(judged({solution}),
              json({{"puzzle", 1}, {"point", solution}, {"solved", true}, {"solution", solution}}));
    EXPECT_EQ(judged({other}),
              json({{"puzzle", 1}, {"point", other}, {"solved", false}, {"solution", nullptr}}));
    EXPECT_EQ(judged({}),
              json({{"puzzle", 1}, {"point", nullptr}, {"solved", false}, {"solution", solution}}));
    EXPECT_EQ(judge_puzzle(1, puzzle, {"Z99"}).error().reason, "off-board");
}

TEST(PuzzleAnswers, AreAPointOrNull) {
    EXPECT_EQ(decode_puzzle_answer(R"({"point":"H7"})").value().point, "H7");
    EXPECT_EQ(decode_puzzle_answer(R"({"point":null})").value().point, std::nullopt);
    EXPECT_EQ(decode_puzzle_answer(R"({"point":7})").error().pointer, "/point");
    EXPECT_EQ(decode_puzzle_answer(R"({"point":7})").error().detail,
              "\"/point\" must be a string, or null.");
    EXPECT_FALSE(decode_puzzle_answer("{}"));
    EXPECT_FALSE(decode_puzzle_answer(""));
}

TEST(PuzzleLines, ThatAreUnsoundAreNone) {
    const std::string stones(81, '.');
    std::string sound = stones;
    sound[1 + 9] = 'b';      // B2
    sound[7 + 9 * 7] = 'b';  // H8
    sound[7 + 9] = 'w';      // H2
    sound[1 + 9 * 7] = 'w';  // B8
    ASSERT_TRUE(read_puzzle("9x9 " + sound + " black B3 10"));
    for (const std::string& line :
         {"# " + sound, "8x8 " + sound + " black B3 10", "9x9 " + stones + " black B3 10",
          "9x9 " + sound + "b black B3 10", "9x9 " + sound + " red B3 10",
          "9x9 " + sound + " black E5 10", "9x9 " + sound + " black B3 1001",
          "9x9 " + sound + " black B3", std::string()}) {
        EXPECT_FALSE(read_puzzle(line)) << line;
    }
}

}  // namespace
}  // namespace tanbo::protocol
