#include "server/cli/screen/board_marks.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "server/cli/screen/board_part.hpp"
#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

std::vector<std::string> names(const ScreenModel& model, const std::vector<engine::Point>& points) {
    std::vector<std::string> names;
    for (const engine::Point point : points) {
        names.push_back(engine::point_name(model.match->opening().lattice(), point));
    }
    std::ranges::sort(names);
    return names;
}

TEST(BoardMarks, ShowTheLastStoneOfEveryOpponent) {
    PlayedGame game("19x19-4p", {"anna", "ben", "carl", "dora"});
    std::vector<std::string> placed;
    for (int i = 0; i < 4; ++i) {
        const auto legal = game.match().position().legal_points(*game.match().to_move());
        placed.push_back(engine::point_name(game.match().opening().lattice(), legal.front()));
        game.place(placed.back());
    }
    const ScreenModel model = game.model(engine::Seat::black);

    std::vector<std::string> others(placed.begin() + 1, placed.end());
    std::ranges::sort(others);
    EXPECT_EQ(names(model, marks_of(model).last), others);
}

TEST(BoardMarks, ShowLegalPointsOnOnesOwnTurnAlone) {
    PlayedGame game("9x9");
    const auto legal = game.match().position().legal_points(engine::Seat::black).size();

    EXPECT_EQ(marks_of(game.model(engine::Seat::black)).legal.size(), legal);
    EXPECT_TRUE(marks_of(game.model(engine::Seat::white)).legal.empty());
    EXPECT_EQ(marks_of(game.model(std::nullopt)).legal.size(), legal) << "for who watches";
}

TEST(BoardMarks, ShowNoMoreThanTheGameAllows) {
    PlayedGame some("9x9", {"anna", "ben"}, {.clock = {}, .assistance = engine::Assistance::some});
    PlayedGame none("9x9", {"anna", "ben"}, {.clock = {}, .assistance = engine::Assistance::none});
    ScreenModel model = some.model();
    EXPECT_TRUE(marks_of(model).legal.empty());
    EXPECT_EQ(marks_of(model).root_space_max, 1);

    model.cursor = engine::parse_point(model.match->opening().lattice(), "H8");
    EXPECT_EQ(names(model, marks_of(model).legal),
              (std::vector<std::string>{"G8", "H7", "H9", "J8"}));

    ScreenModel bare = none.model();
    bare.cursor = model.cursor;
    EXPECT_TRUE(marks_of(bare).legal.empty());
    EXPECT_EQ(marks_of(bare).root_space_max, 0);
}

TEST(BoardMarks, StandOnTheBoardInUnicodeAndInAscii) {
    PlayedGame game("9x9");
    game.place("H7");
    ScreenModel model = game.model(engine::Seat::white);
    model.cursor = engine::parse_point(model.match->opening().lattice(), "E5");
    const auto row = [&model](std::size_t line) { return board_part(model, 80, 20).lines[line]; };

    EXPECT_EQ(row(3), "7 . : , . . . ,>#<. 7");
    EXPECT_EQ(row(5), "5 . . . .[,]. . . . 5");

    model.style.is_unicode = true;
    EXPECT_EQ(row(2), "8 + ○ + · · · · ● · 8");
    EXPECT_EQ(row(3), "7 · + ∙ · · · ∙>●<· 7");
}

}  // namespace
}  // namespace tanbo::cli
