#include <gtest/gtest.h>

#include "server/picture/board_png.hpp"
#include "server/picture/link_preview.hpp"
#include "tests/protocol/script.hpp"
#include "tests/server/picture/golden_png.hpp"

namespace tanbo::picture {
namespace {

using protocol::BoardView;
using protocol::Script;

constexpr std::string_view site_mark =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 20 20\">"
    "<rect x=\"-10\" y=\"-10\" width=\"20\" height=\"20\" rx=\"4\" fill=\"#2f6432\"/>"
    "<path transform=\"translate(1 2) scale(.5)\" d=\"M0-8A8 8 0 1 1 0 8z\" fill=\"#fff\"/></svg>";

Script crowded(int plies) {
    return Script("19x19-4p").fill().play_random(3, plies);
}

std::string board_of(const Script& script) {
    const engine::Snapshot snapshot = protocol::snapshot(script);
    return board_png(BoardView(snapshot));
}

TEST(GoldenPng, BoardsLookAsBefore) {
    EXPECT_TRUE(looks_like_golden("picture-4p.png", board_of(crowded(120))));
    EXPECT_TRUE(
        looks_like_golden("picture-3d.png", board_of(Script("5x5x5").fill().play_random(4, 60))));
}

TEST(GoldenPng, ALinkPreviewLooksAsBefore) {
    const engine::Snapshot snapshot = protocol::snapshot(Script("9x9").fill().play_random(1, 30));
    const PreviewTexts texts{{"ida", "Jürgen & Łukasz"}, "9×9 · 30 stones – “ready”"};

    EXPECT_TRUE(
        looks_like_golden("picture-link.png", link_preview(BoardView(snapshot), texts, site_mark)));
}

TEST(GoldenPng, OneStoneMoreIsSeen) {
    const std::string before = board_of(crowded(120));

    EXPECT_EQ(difference(before, before), 0);
    EXPECT_GT(difference(before, board_of(crowded(121))), 0.1);
    EXPECT_EQ(difference(before, board_of(Script("9x9"))), 255);
    EXPECT_EQ(difference(before, "no picture"), 255);
}

}  // namespace
}  // namespace tanbo::picture
