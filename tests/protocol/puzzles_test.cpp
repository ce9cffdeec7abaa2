#include "protocol/records/puzzles.hpp"

#include <array>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/notation.hpp"
#include "tests/support/prover.hpp"
#include "tests/support/puzzle_likeness.hpp"

namespace tanbo::protocol {
namespace {

using engine::Point;
using engine::Position;
using nlohmann::json;

constexpr std::size_t proof_positions_max = 30'000;  // of each move

TEST(Puzzles, AreManyOnAllKindsOfBoards) {
    std::map<std::string, int> by_setup;
    std::map<int, int> by_difficulty;
    std::map<PuzzleTheme, int> by_theme;
    for (const Puzzle& puzzle : puzzles()) {
        ++by_setup[puzzle.setup];
        ++by_difficulty[difficulty_of(puzzle)];
        EXPECT_FALSE(themes_of(puzzle).empty()) << puzzle.number;
        for (const PuzzleTheme theme : themes_of(puzzle)) ++by_theme[theme];
    }

    EXPECT_GE(puzzles().size(), 200U);
    EXPECT_GE(by_setup["9x9"], 50);
    EXPECT_GE(by_setup["13x13"], 50);
    for (const char* const setup : {"7x7-dense", "11x11-dense", "15x15-dense", "5x5x5"}) {
        EXPECT_GE(by_setup[setup], 20) << setup;
    }
    EXPECT_GE(by_setup["19x19-dense"], 10);
    EXPECT_GE(by_setup["line31"], 5);
    EXPECT_GE(by_setup["19x19"], 1);
    for (const int difficulty : {1, 2, 3}) EXPECT_GE(by_difficulty[difficulty], 60) << difficulty;
    for (const PuzzleTheme theme : puzzle_themes) {
        EXPECT_GE(by_theme[theme], 1) << theme_name(theme);
    }
}

std::vector<tests::PuzzleLook> looks_of(std::span<const Puzzle> all) {
    std::vector<tests::PuzzleLook> looks;
    for (const Puzzle& puzzle : all) looks.emplace_back(puzzle.position, puzzle.solution);
    return looks;
}

// Once 203 puzzles were 113 situations: those of one game differed by one to three points.
TEST(Puzzles, AskForSomethingElseEach) {
    const auto looks = looks_of(puzzles());
    for (std::size_t i = 0; i < looks.size(); ++i) {
        for (std::size_t before = 0; before < i; ++before) {
            EXPECT_FALSE(looks[i].is_like(looks[before]))
                << puzzles()[i].number << " is like " << puzzles()[before].number;
        }
    }
}

// The same position in a mirror, with colours exchanged, and one stone later.
TEST(Puzzles, ThatAskForTheSameWouldBeNoticed) {
    const Puzzle& puzzle = puzzles().front();
    const engine::Lattice& lattice = puzzle.position.lattice();
    const int side = lattice.extents()[0];
    const auto mirrored = [&](Point point) {
        std::array<int, 2> at{};
        lattice.coordinates(point, at);
        at[0] = side - 1 - at[0];
        return lattice.at(at).value();
    };
    std::string image(static_cast<std::size_t>(lattice.points()), '.');
    for (int i = 0; i < lattice.points(); ++i) {
        const auto point = static_cast<Point>(i);
        const auto stone = puzzle.position.stone(point);
        if (stone) image[mirrored(point)] = *stone == engine::Seat::black ? 'w' : 'b';
    }
    const bool is_blacks = puzzle.position.to_move() == engine::Seat::black;
    const auto other =
        read_puzzle("9 " + puzzle.setup + ' ' + image + (is_blacks ? " white " : " black ") +
                    engine::point_name(lattice, mirrored(puzzle.solution)) + " 10");
    ASSERT_TRUE(other);
    Position later = puzzle.position;
    later.play(puzzle.solution);

    const tests::PuzzleLook look(puzzle.position, puzzle.solution);
    EXPECT_TRUE(look.is_like({other->position, other->solution}));
    EXPECT_TRUE(look.is_like({later, later.legal_points(*later.to_move()).front()}));
    EXPECT_FALSE(look.is_like({puzzles()[1].position, puzzles()[1].solution}));
}

// Browsers remember which ones were solved.
TEST(Puzzles, KeepTheirNumbersForEver) {
    std::set<std::size_t> numbers;
    for (const Puzzle& puzzle : puzzles()) EXPECT_TRUE(numbers.insert(puzzle.number).second);
    EXPECT_TRUE(std::ranges::is_sorted(puzzles(), {}, &Puzzle::number));
    for (const ReplacedPuzzle& replaced : replaced_puzzles()) {
        EXPECT_FALSE(numbers.contains(replaced.number));
        EXPECT_TRUE(numbers.contains(replaced.by));
        EXPECT_EQ(find_puzzle(replaced.number), find_puzzle(replaced.by));
    }

    // The first version had these.
    for (std::size_t number = 1; number <= 203; ++number)
        EXPECT_TRUE(find_puzzle(number)) << number;
    EXPECT_EQ(find_puzzle(0), nullptr);
    EXPECT_EQ(find_puzzle(100'000), nullptr);
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
    for (const Puzzle& one : puzzles()) {
        const json puzzle = json::parse(encode_puzzle(one));

        for (const auto& [name, value] : puzzle.items()) EXPECT_TRUE(told.contains(name)) << name;
        EXPECT_TRUE(std::ranges::is_sorted(
            puzzle["legal"].get<std::vector<std::string>>(), {}, [&](const std::string& point) {
                return engine::parse_point(one.position.lattice(), point);
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
        return json::parse(judge_puzzle(puzzle, answer).value());
    };

    EXPECT_EQ(judged({solution}), json({{"puzzle", 1},
                                        {"point", solution},
                                        {"solved", true},
                                        {"solution", solution},
                                        {"themes", {"squeeze", "rescue"}}}));
    EXPECT_EQ(judged({other}), json({{"puzzle", 1},
                                     {"point", other},
                                     {"solved", false},
                                     {"solution", nullptr},
                                     {"themes", json::array()}}));
    EXPECT_EQ(judged({}), json({{"puzzle", 1},
                                {"point", nullptr},
                                {"solved", false},
                                {"solution", solution},
                                {"themes", {"squeeze", "rescue"}}}));
    EXPECT_EQ(judge_puzzle(puzzle, {"Z99"}).error().reason, "off-board");
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
    ASSERT_TRUE(read_puzzle("7 9x9 " + sound + " black B3 10"));
    for (const std::string& line :
         {"# " + sound, "7 8x8 " + sound + " black B3 10", "7 9x9 " + stones + " black B3 10",
          "7 9x9 " + sound + "b black B3 10", "7 9x9 " + sound + " red B3 10",
          "7 9x9 " + sound + " black E5 10", "7 9x9 " + sound + " black B3 1001",
          "7 9x9 " + sound + " black B3", "x 9x9 " + sound + " black B3 10", std::string()}) {
        EXPECT_FALSE(read_puzzle(line)) << line;
    }
}

}  // namespace
}  // namespace tanbo::protocol
