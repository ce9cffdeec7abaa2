#include "server/cli/screen/style.hpp"

#include <map>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

Style style(std::map<std::string, std::string> variables, bool has_colour = true) {
    return style_of(
        [variables](const char* name) {
            return variables.contains(name) ? variables.at(name) : std::string();
        },
        has_colour);
}

TEST(Style, IsUnicodeInALocaleOfUtf8ThatDrawsStonesOneColumnWide) {
    EXPECT_TRUE(style({{"LANG", "de_DE.UTF-8"}}).is_unicode);
    EXPECT_TRUE(style({{"LC_ALL", "C.utf8"}, {"LANG", "C"}}).is_unicode);
    EXPECT_FALSE(style({{"LC_ALL", "C"}, {"LANG", "de_DE.UTF-8"}}).is_unicode);
    EXPECT_FALSE(style({{"LANG", "ja_JP.UTF-8"}}).is_unicode);
    EXPECT_FALSE(style({{"LANG", "de_DE.UTF-8"}, {"TANBO_BOARD", "ascii"}}).is_unicode);
    EXPECT_FALSE(style({}).is_unicode);
}

TEST(Style, HasTheColoursThatTheTerminalHas) {
    const auto first = [](const Style& shown) { return shown.colours->seats[0]; };

    EXPECT_EQ(style({{"COLORTERM", "truecolor"}}, false).colours, nullptr);
    EXPECT_EQ(first(style({{"TERM", "xterm"}})), "1;34");
    EXPECT_EQ(first(style({{"TERM", "xterm-256color"}})).substr(0, 5), "38;5;");
    EXPECT_EQ(first(style({{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}})),
              "38;2;10;13;11;48;2;179;195;174");
}

TEST(Style, SuitsTheBackground) {
    const auto ground = [](const Style& shown) { return shown.colours->empty; };
    const std::string dark = ground(style({{"COLORTERM", "24bit"}}));
    const std::string light =
        ground(style({{"COLORTERM", "24bit"}, {"TANBO_BACKGROUND", "light"}}));

    EXPECT_NE(dark, light);
    EXPECT_EQ(ground(style({{"COLORTERM", "24bit"}, {"COLORFGBG", "0;15"}})), light);
    EXPECT_EQ(ground(style({{"COLORTERM", "24bit"}, {"COLORFGBG", "15;0"}})), dark);
    EXPECT_EQ(style({{"TANBO_BACKGROUND", "light"}}).colours->seats[1], "33");
}

}  // namespace
}  // namespace tanbo::cli
