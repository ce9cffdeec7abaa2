#include "server/cli/screen/board_cursor.hpp"

#include <string>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "server/cli/screen/screen.hpp"
#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

// A cursor on the board of a screen, of 80x24 if nothing else is said.
struct Board {
    explicit Board(std::string_view setup, Size shown = {80, 24}) : game(setup), size(shown) {}

    CursorAct press(std::string_view bytes) {
        CursorAct act = CursorAct::none;
        const Picture picture = draw_screen(game.model(), size);
        for (const Key& key : keys.feed(bytes)) act = cursor.press(key, picture, 0);
        return act;
    }

    std::string at() const {
        const auto& lattice = game.match().opening().lattice();
        return cursor.point() ? engine::point_name(lattice, *cursor.point()) : "";
    }

    PlayedGame game;
    Size size;
    KeyReader keys;
    BoardCursor cursor;
};

TEST(BoardCursor, AppearsWithAnArrowAndMovesByArrowsAndLetters) {
    Board board("9x9");
    EXPECT_EQ(board.press("hjkl"), CursorAct::none) << "a point may begin so";
    EXPECT_EQ(board.at(), "");

    EXPECT_EQ(board.press("\x1b[C"), CursorAct::moved);
    EXPECT_EQ(board.at(), "A1");
    board.press("\x1b[C\x1b[A");
    EXPECT_EQ(board.at(), "B2");
    board.press("lkkj");
    EXPECT_EQ(board.at(), "C3");
    board.press("hhhhh");
    EXPECT_EQ(board.at(), "A3");
}

TEST(BoardCursor, PlacesWithTheSecondEnterOnly) {
    Board board("9x9");
    EXPECT_EQ(board.press("\r"), CursorAct::none);
    board.press("\t");

    EXPECT_EQ(board.press("\r"), CursorAct::chosen);
    EXPECT_EQ(board.press("l\r"), CursorAct::chosen) << "it has moved";
    EXPECT_EQ(board.press("\r"), CursorAct::placed);
    EXPECT_FALSE(board.cursor.is_chosen());
}

TEST(BoardCursor, HidesForWhatIsTyped) {
    Board board("9x9");
    board.press("\t");
    EXPECT_EQ(board.press("s"), CursorAct::none) << "the letter is typed";
    EXPECT_EQ(board.at(), "");
    board.press("\t");
    EXPECT_EQ(board.press(":"), CursorAct::moved) << "the colon is not";
    EXPECT_EQ(board.at(), "");
}

TEST(BoardCursor, TakesAClickForAChoiceAndASecondOneForAMove) {
    Board board("9x9");
    const std::string b9 = "\x1b[<0;5;2M";

    EXPECT_EQ(board.press(b9), CursorAct::chosen);
    EXPECT_EQ(board.at(), "B9");
    EXPECT_EQ(board.press("\x1b[<0;79;20M"), CursorAct::none) << "beside the board";
    EXPECT_EQ(board.press(b9), CursorAct::placed);
}

TEST(BoardCursor, TakesNoClickBelowABoardThatWasCut) {
    Board board("9x9", {80, 8});
    const Picture picture = draw_screen(board.game.model(), board.size);
    ASSERT_EQ(picture.board_rows, 3);
    ASSERT_EQ(picture.points.size(), 81U);

    EXPECT_EQ(board.press("\x1b[<0;5;3M"), CursorAct::chosen) << "the last row that is shown";
    for (int row = 4; row <= 8; ++row) {
        EXPECT_EQ(board.press("\x1b[<0;5;" + std::to_string(row) + "M"), CursorAct::none) << row;
    }
}

TEST(BoardCursor, CrossesTheLayersOfADeeperBoard) {
    Board board("5x5x5");
    board.press("\t\x1b[C\x1b[C\x1b[C\x1b[C");
    EXPECT_EQ(board.at(), "511");
    board.press("\x1b[C");
    EXPECT_EQ(board.at(), "112");
}

}  // namespace
}  // namespace tanbo::cli
