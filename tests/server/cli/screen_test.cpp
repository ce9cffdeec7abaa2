#include "server/cli/screen/screen.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/opening.hpp"
#include "server/cli/commands.hpp"
#include "server/cli/screen/board_part.hpp"
#include "server/cli/screen/side_part.hpp"
#include "server/cli/screen/text.hpp"
#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

using Lines = std::vector<std::string>;

constexpr Size common{80, 24};
constexpr Size large{120, 40};

// A handle of as many characters as one may have.
std::string long_handle(char first) {
    return std::string(1, first) + "-has-a-handle-this-long";
}

PlayedGame game_of_four() {
    return PlayedGame("19x19-4p",
                      {long_handle('a'), long_handle('b'), long_handle('c'), long_handle('d')},
                      {.clock = {engine::ClockKind::total, 3 * 24h}});
}

ScreenModel busy_scene(const PlayedGame& game) {
    ScreenModel model = game.model();
    for (int i = 0; i < 60; ++i) model.news.push_back("white K" + std::to_string(i) + ".");
    for (int i = 1; i <= 40; ++i) model.chat.push_back(said(i, "zoe", "你好 " + std::to_string(i)));
    model.notice = "No player is to move.";
    model.prompt = "Your move, black: ";
    model.typed = "K1";
    model.style = {.colours = &protocol::basic_colours()};
    return model;
}

void expect_fits(const Picture& picture, Size size) {
    EXPECT_EQ(picture.lines.size(), static_cast<std::size_t>(size.rows));
    for (const std::string& line : picture.lines) EXPECT_LE(columns_of(line), size.columns) << line;
    EXPECT_LT(picture.cursor_column, size.columns);
}

TEST(Screen, ShowsAWholeBoardAndFourPlayersIn80ColumnsAnd24Rows) {
    const PlayedGame game = game_of_four();

    const Picture picture = draw_screen(busy_scene(game), common);

    expect_fits(picture, common);
    EXPECT_THAT(picture.lines[0], StartsWith("   A B C D E F G H J K L M N O P Q R S T"));
    EXPECT_THAT(picture.lines[1], StartsWith("19 "));
    EXPECT_THAT(picture.lines[19], StartsWith(" 1 "));
    for (const char first : {'a', 'b', 'c', 'd'}) {
        EXPECT_THAT(picture.lines, Contains(HasSubstr(long_handle(first)))) << "no handle is cut";
    }
    EXPECT_THAT(picture.lines, Contains(EndsWith("3 d 00:00")).Times(4));
    EXPECT_THAT(picture.lines, Contains(EndsWith("zoe: 你好 40")));
    EXPECT_THAT(picture.lines, Contains(EndsWith("white K59.")));
    EXPECT_THAT(picture.lines[20], StartsWith("No player is to move."));
    EXPECT_EQ(picture.lines[23], "Your move, black: K1");
    EXPECT_EQ(picture.cursor_column, 20);
}

TEST(Screen, ShowsMoreIn120ColumnsAnd40Rows) {
    const PlayedGame game = game_of_four();

    const Picture narrow = draw_screen(busy_scene(game), common);
    const Picture wide = draw_screen(busy_scene(game), large);

    expect_fits(wide, large);
    EXPECT_THAT(wide.lines[1], HasSubstr(" 19  ")) << "coordinates at the right, too";
    EXPECT_THAT(wide.lines[20], StartsWith("   A B C")) << "and below";
    const auto messages = [](const Picture& picture) {
        return std::ranges::count_if(picture.lines, [](const std::string& line) {
            return line.find("zoe:") != std::string::npos;
        });
    };
    EXPECT_GT(messages(wide), messages(narrow));
}

TEST(Screen, NeverIsWiderOrHigherThanTheTerminal) {
    const PlayedGame four = game_of_four();
    const PlayedGame cube("5x5x5");
    const PlayedGame line("line31");

    for (const PlayedGame* game : {&four, &cube, &line}) {
        for (const int columns : {2, 20, 40, 79, 80, 81, 119, 200}) {
            for (const int rows : {1, 2, 4, 5, 10, 23, 24, 39, 60}) {
                expect_fits(draw_screen(busy_scene(*game), {columns, rows}), {columns, rows});
            }
        }
    }
}

TEST(Screen, SaysHowLargeTheTerminalHasToBe) {
    const PlayedGame game = game_of_four();

    const Picture picture = draw_screen(game.model(), {40, 24});

    EXPECT_THAT(picture.lines, Contains(StartsWith("This board needs a terminal of 80x24.")));
}

TEST(Screen, ShowsTheEndOfALongLine) {
    const PlayedGame game;
    ScreenModel model = game.model();
    model.prompt = "Your move, black: ";
    model.typed = "say " + std::string(200, 'x') + " end";

    const Picture picture = draw_screen(model, common);

    expect_fits(picture, common);
    EXPECT_THAT(picture.lines.back(), StartsWith("Your move, black: xx"));
    EXPECT_THAT(picture.lines.back(), EndsWith("xx end"));
}

TEST(Screen, ShowsALongNoticePageByPage) {
    const PlayedGame game;
    ScreenModel model = game.model();
    model.prompt = "Your move, black: ";
    for (int i = 1; i <= 30; ++i) model.notice += "line " + std::to_string(i) + "\n";

    const Picture first = draw_screen(model, common);
    model.notice_page = 1;
    const Picture second = draw_screen(model, common);

    EXPECT_EQ(notice_pages(model, common), 2);
    EXPECT_EQ(first.lines[0], "line 1");
    EXPECT_EQ(first.lines[22], "line 23");
    EXPECT_EQ(first.lines[23], "Enter: next page ");
    EXPECT_EQ(second.lines[0], "line 24");
    EXPECT_EQ(second.lines[23], "Enter: back to the board ");
}

TEST(Screen, KeepsTheBoardBesideANoticeOfThreeLines) {
    const PlayedGame game;
    ScreenModel model = game.model();
    model.notice = "1\n2\n3";
    EXPECT_EQ(notice_pages(model, common), 0);

    model.notice += "\n4";

    EXPECT_EQ(notice_pages(model, common), 1);
}

TEST(Screen, ShowsTheHelpOnOnePage) {
    const PlayedGame game;
    ScreenModel model = game.model();
    for (const engine::Setup& setup : engine::setups()) {
        model.notice = help_text(setup.opening->lattice(), true);

        EXPECT_EQ(notice_pages(model, common), 1);
        for (const std::string& line : wrapped(model.notice, 1000))
            EXPECT_LE(columns_of(line), 80) << line;
    }
}

TEST(Screen, WaitsForTheFirstEvent) {
    const Picture picture = draw_screen({}, common);

    expect_fits(picture, common);
    EXPECT_EQ(picture.lines[0], "Waiting for the server ...");
}

TEST(BoardPart, PutsABoardThatIsTooWideAboveThePlayers) {
    const PlayedGame line("line31");

    const BoardPart part = board_part(line.model(), 80, 20);

    EXPECT_FALSE(part.is_beside);
    EXPECT_EQ(part.columns, 62);
}

TEST(BoardPart, PutsLayersBesideThePlayersIfTheyFit) {
    const PlayedGame cube("5x5x5");

    const BoardPart narrow = board_part(cube.model(), 80, 20);
    const BoardPart wide = board_part(cube.model(), 120, 36);

    EXPECT_FALSE(narrow.is_beside);
    EXPECT_EQ(narrow.lines.size(), 7U) << "one row of layers";
    EXPECT_TRUE(wide.is_beside);
    EXPECT_LE(wide.columns, 78);
}

TEST(SidePart, NamesTheGameAndWhatIsProposed) {
    PlayedGame game;
    game.place("H7");
    game.submit(engine::Propose{protocol::AccountId{1}, engine::ProposalKind::undo});

    const Lines asked = side_lines(game.model(engine::Seat::white), 60, 20);
    const Lines waiting = side_lines(game.model(engine::Seat::black), 60, 20);

    EXPECT_EQ(asked[0], "Game 42, 9x9, ply 1");
    EXPECT_THAT(asked, Contains("black proposes an undo to ply 0. Type accept or decline."));
    EXPECT_THAT(waiting, Contains("black proposes an undo to ply 0."));
}

TEST(SidePart, SaysThatTheGameIsPausedOrOpen) {
    PlayedGame game("9x9", {"anna", "ben"}, {.clock = {engine::ClockKind::total, 180s}});
    game.submit(engine::Propose{protocol::AccountId{1}, engine::ProposalKind::pause});
    game.submit(
        engine::AnswerProposal{protocol::AccountId{2}, game.match().proposals().front().id, true});

    EXPECT_EQ(side_lines(game.model(), 60, 20)[0], "Game 42, 9x9, ply 0, paused");
    EXPECT_EQ(side_lines(PlayedGame("9x9", {"anna"}).model(), 60, 20)[0],
              "Game 42, 9x9, ply 0, open");
}

}  // namespace
}  // namespace tanbo::cli
