#include "server/cli/game_view.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

TEST(GameView, TellsWhatEachFrameDid) {
    PlayedGame game;
    game.place("H7");
    game.submit(engine::Leave{protocol::AccountId{2}});
    GameView view;

    std::vector<std::string> lines;
    for (const std::string& frame : game.frames()) lines.push_back(view.on_frame(frame).value());

    EXPECT_EQ(lines, (std::vector<std::string>{
                         "anna opens a game on 9x9.", "ben takes white.", "The game begins.",
                         "black H7.", "white resigns, 2 roots removed.", "black (anna) has won."}));
    EXPECT_EQ(view.match()->position().hash(), game.match().position().hash());
}

TEST(GameView, SkipsFramesThatCameBefore) {
    const PlayedGame game;
    GameView view;
    for (const std::string& frame : game.frames()) view.on_frame(frame).value();

    EXPECT_EQ(view.on_frame(game.frames()[1]).value(), "");
    EXPECT_EQ(view.seq(), 3U);
}

TEST(GameView, RefusesAFrameThatDoesNotFit) {
    PlayedGame game;
    game.place("H7");
    GameView view;
    view.on_frame(game.frames()[0]).value();

    EXPECT_FALSE(view.on_frame(game.frames()[3]).has_value()) << "a gap";
    EXPECT_FALSE(view.on_frame("{}").has_value());
    EXPECT_EQ(view.seq(), 1U);
}

TEST(GameView, DrawsTheBoardWithItsLastStone) {
    PlayedGame game;
    game.place("H7");
    GameView view;
    EXPECT_EQ(view.board({}), "");
    for (const std::string& frame : game.frames()) view.on_frame(frame).value();

    const std::string board = view.board({});

    EXPECT_NE(board.find(">#<"), std::string::npos) << board;
    EXPECT_NE(board.find("White to move after 1 stone.\n"), std::string::npos) << board;
}

}  // namespace
}  // namespace tanbo::cli
