#include "server/cli/screen/text.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using Lines = std::vector<std::string>;

TEST(Text, MeasuresWideAndCombiningCharactersAndNoColours) {
    EXPECT_EQ(columns_of("anna"), 4);
    EXPECT_EQ(columns_of("Zoë"), 3);
    EXPECT_EQ(columns_of("e\u0301"), 1);
    EXPECT_EQ(columns_of("你好"), 4);
    EXPECT_EQ(columns_of("\U0001F600"), 2);
    EXPECT_EQ(columns_of(coloured("#", "1;34")), 1);
    EXPECT_EQ(columns_of(""), 0);
}

TEST(Text, IsMadePrintable) {
    EXPECT_EQ(printable("a\tb\nc\x7f"), "a b c ");
    EXPECT_EQ(printable("\x1b[2J"), " [2J");
    EXPECT_EQ(printable("\u009b2J"), " 2J") << "the other CSI";
    EXPECT_EQ(printable("ab\u202ecd\u2066ef\u200dg"), "abcdefg");
    EXPECT_EQ(printable("\xff\xc3(\xe4\xbd"), "?\?(?\?");
    EXPECT_EQ(printable("Zoë 你好 \U0001F600"), "Zoë 你好 \U0001F600");
}

TEST(Text, ReachesATerminalInLinesAndOwnColoursOnly) {
    EXPECT_EQ(for_terminal("one\n\ttwo\n"), "one\n\ttwo\n");
    EXPECT_EQ(for_terminal(coloured("#", "1;34") + "\n"), "\x1b[1;34m#\x1b[0m\n");
    EXPECT_EQ(for_terminal("a\x1b[31mb\rc\x07\u009b2J\u202e\u061c\U000e0041d"), "a [31mb c  2Jd");
    EXPECT_EQ(for_terminal("\xff[2J\xff\xff[31"), "?[2J?\?[31") << "a colour and nothing else";
    EXPECT_EQ(for_terminal("Zoë 你好"), "Zoë 你好");
    EXPECT_EQ(for_terminal(""), "");
}

// A text that was not made by coloured() can't hold a colour: its mark is no UTF-8, and what is
// none does not come through printable().
TEST(Text, HoldsNoColourOfOthers) {
    EXPECT_EQ(printable(coloured("#", "1;34")), "?[1;34m#?[0m");
    EXPECT_EQ(for_terminal(printable("\xff[8mhidden")), "?[8mhidden");
}

TEST(Text, IsCutToColumns) {
    EXPECT_EQ(cut("anna", 4), "anna");
    EXPECT_EQ(cut("annabel", 6), "anna..");
    EXPECT_EQ(cut("你好吗", 5), "你..") << "half a character is none";
    EXPECT_EQ(cut("anna", 1), ".");
    EXPECT_EQ(cut("anna", 0), "");
    EXPECT_EQ(columns_of(cut(coloured("####", "1;34"), 3)), 3);
    EXPECT_NE(cut(coloured("####", "1;34"), 3).find("\xff[0m"), std::string::npos);
}

TEST(Text, IsFilledUpToColumns) {
    EXPECT_EQ(padded("ben", 5), "ben  ");
    EXPECT_EQ(padded("你好", 5), "你好 ");
    EXPECT_EQ(padded("你好吗", 5), "你.. ");
    EXPECT_EQ(padded("", 0), "");
}

TEST(Text, KeepsItsEnd) {
    EXPECT_EQ(tail_of("say hello", 5), "hello");
    EXPECT_EQ(tail_of("say", 5), "say");
    EXPECT_EQ(tail_of("你好吗", 5), "好吗");
}

TEST(Text, IsBrokenAtSpaces) {
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("one two three", 8, 2), (Lines{"one two", "  three"}));
    EXPECT_EQ(wrapped("one\n\ntwo\n", 8), (Lines{"one", "", "two"}));
    EXPECT_EQ(wrapped("  two", 8), (Lines{"  two"}));
    EXPECT_EQ(wrapped("", 8), Lines());
}

TEST(Text, IsBrokenWithinWordsThatAreLongerThanALine) {
    EXPECT_EQ(wrapped("a 12345678", 4), (Lines{"a", "1234", "5678"}));
    EXPECT_EQ(wrapped("你好吗", 5, 1), (Lines{"你好", " 吗"}));
    EXPECT_EQ(wrapped("你好", 1), (Lines{"你", "好"})) << "a wide character needs two columns";
}

}  // namespace
}  // namespace tanbo::cli
