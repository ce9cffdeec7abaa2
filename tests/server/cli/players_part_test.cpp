#include "server/cli/screen/players_part.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

const engine::Terms one_hour{.clock = {engine::ClockKind::total, 1h}};

TEST(PlayersPart, TakesALineASeatIfThereIsRoom) {
    const PlayedGame game("9x9", {"anna", "ben"}, one_hour);

    const Lines lines = players_lines(game.model(), 62, 20);

    EXPECT_EQ(lines, (Lines{"># black anna                     you, 2 roots         1:00:00",
                            " O white ben                      2 roots              1:00:00"}));
}

TEST(PlayersPart, TakesTwoLinesASeatIfItIsNarrow) {
    const PlayedGame game("9x9", {"anna", "ben"}, one_hour);

    const Lines lines = players_lines(game.model(), 37, 20);

    EXPECT_EQ(lines, (Lines{"># black anna", "         you, 2 roots         1:00:00",
                            " O white ben", "         2 roots              1:00:00"}));
}

TEST(PlayersPart, LeavesTheRootsOutIfItIsLow) {
    const PlayedGame game("9x9", {"anna-with-a-handle-this-long", "ben"}, one_hour);

    const Lines lines = players_lines(game.model(), 37, 7);

    EXPECT_EQ(lines, (Lines{"># black anna-with-a-hand..   1:00:00",
                            " O white ben                  1:00:00"}));
}

TEST(PlayersPart, SaysWhoIsNotThere) {
    PlayedGame game("19x19-4p", {"anna", "ben", "carl"});
    EXPECT_EQ(players_lines(game.model(), 62, 40)[3],
              " @ green (open)                                               ");
    game.submit(engine::Join{{protocol::AccountId{4}, "dora"}, std::nullopt});
    game.submit(engine::Leave{protocol::AccountId{3}});

    EXPECT_EQ(players_lines(game.model(), 62, 40)[2],
              " X red   carl                     resigned                    ");
}

TEST(PlayersPart, ColoursTheStones) {
    const PlayedGame game;
    ScreenModel model = game.model();
    model.style = {.colours = &protocol::basic_colours()};

    EXPECT_EQ(players_lines(model, 37, 20)[2], " \xff[1;33mO\xff[0m white ben");
}

}  // namespace
}  // namespace tanbo::cli
