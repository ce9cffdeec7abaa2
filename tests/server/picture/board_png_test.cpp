#include "server/picture/board_png.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "protocol/boards/svg_board.hpp"
#include "tests/protocol/script.hpp"
#include "tests/server/picture/png_bytes.hpp"

namespace tanbo::picture {
namespace {

using protocol::BoardView;
using protocol::Script;

std::string picture_of(const Script& script) {
    const engine::Snapshot snapshot = protocol::snapshot(script);
    return *BoardPictures().png(BoardView(snapshot));
}

TEST(BoardPng, ShowsEveryKindOfBoardWithinItsBounds) {
    std::vector<Script> scripts = protocol::example_games();
    scripts.push_back(Script("19x19").fill().play_random(2, 300));
    scripts.push_back(Script("19x19-4p").fill().play_random(3, 300));
    scripts.push_back(Script("5x5x5").fill().play_random(4, 120));
    for (const Script& script : scripts) {
        const std::string png = picture_of(script);

        ASSERT_TRUE(is_png(png));
        EXPECT_LE(png.size(), std::size_t{160} << 10U);
        const PngSize size = png_size(png);
        EXPECT_GT(size.width, 100U);
        EXPECT_LE(size.width, static_cast<std::uint32_t>(png_width_max));
        EXPECT_LE(size.height, static_cast<std::uint32_t>(png_height_max));
    }
}

TEST(BoardPng, IsHalfAsLargeAgainAsTheSvgIfThereIsRoom) {
    const PngSize size = png_size(picture_of(Script("9x9")));

    EXPECT_EQ(size.width, (100 + 800 + 75) * 24 * 3 / 200);
    EXPECT_EQ(size.height, size.width);
}

TEST(BoardPng, FitsBoardsThatAreVeryHigh) {
    const auto opening = protocol::opening_of({3, 100}, {{"A1"}, {"C100"}});
    const PngSize size = png_size(picture_of(Script(opening)));

    EXPECT_GT(size.height, static_cast<std::uint32_t>(png_height_max) * 9 / 10);
    EXPECT_LE(size.height, static_cast<std::uint32_t>(png_height_max));
}

TEST(BoardPng, TheSameBoardIsDrawnOnce) {
    const engine::Snapshot first = protocol::snapshot(Script("9x9").fill().play_random(1, 5));
    const engine::Snapshot second = protocol::snapshot(Script("9x9").fill().play_random(1, 6));
    BoardPictures pictures;

    const auto one = pictures.png(BoardView(first));
    const auto again = pictures.png(BoardView(first));
    const auto other = pictures.png(BoardView(second));

    EXPECT_EQ(one, again);
    EXPECT_NE(*one, *other);
}

TEST(BoardPng, KeepsOnlyTheLatestBoards) {
    const Script script = Script("9x9").fill().play_random(1, 40);
    BoardPictures pictures;
    const auto at = [&](std::uint32_t ply) {
        const engine::Snapshot snapshot = engine::snapshot_at(script.match(), ply).value();
        return pictures.png(BoardView(snapshot));
    };

    const auto first = at(0);
    for (std::uint32_t ply = 1; ply < BoardPictures::kept_max; ++ply) at(ply);
    EXPECT_EQ(at(0), first);
    for (std::uint32_t ply = 1; ply <= BoardPictures::kept_max; ++ply) at(ply);

    EXPECT_NE(at(0), first);
}

}  // namespace
}  // namespace tanbo::picture
