#include "server/picture/link_preview.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/script.hpp"
#include "tests/server/picture/png_bytes.hpp"

namespace tanbo::picture {
namespace {

using protocol::BoardView;
using protocol::Script;

constexpr std::string_view mark =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">"
    "<circle cx=\"4\" cy=\"4\" r=\"4\"/></svg>";

std::string preview_of(const Script& script, const PreviewTexts& texts = {{"ida", "mirko"}, "9×9"},
                       std::string_view sign = mark) {
    const engine::Snapshot snapshot = protocol::snapshot(script);
    return link_preview(BoardView(snapshot), texts, sign);
}

TEST(LinkPreview, HasTheSizeThatLinksAreShownInForEveryBoard) {
    std::vector<Script> scripts = protocol::example_games();
    scripts.push_back(Script("19x19").fill().play_random(2, 300));
    scripts.push_back(Script("19x19-4p").fill().play_random(3, 300));
    scripts.push_back(Script("5x5x5").fill().play_random(4, 120));
    scripts.push_back(Script("line31"));
    for (const Script& script : scripts) {
        const std::string png = preview_of(script);

        ASSERT_TRUE(is_png(png));
        EXPECT_LE(png.size(), 120'000U);
        EXPECT_EQ(png_size(png).width, 1'200U);
        EXPECT_EQ(png_size(png).height, 630U);
    }
}

TEST(LinkPreview, ShowsTheBoardAndTheNames) {
    const Script script = Script("9x9").fill();

    const std::string png = preview_of(script);

    EXPECT_EQ(preview_of(script), png);
    EXPECT_NE(preview_of(Script(script).play_random(1, 3)), png);
    EXPECT_NE(preview_of(script, {{"ida", "ben"}, "9×9"}), png);
    EXPECT_NE(preview_of(script, {{"ida", "mirko"}, "13×13"}), png);
}

TEST(LinkPreview, TakesAnyNameForWords) {
    const std::string png = preview_of(Script("9x9"), {{"<b>&\"", std::string(200, 'w')}, "]]>"});

    EXPECT_TRUE(is_png(png));
}

TEST(LinkPreview, IsNothingIfAPartCannotBeDrawn) {
    EXPECT_EQ(preview_of(Script("9x9"), {}, "no picture"), "");
}

}  // namespace
}  // namespace tanbo::picture
