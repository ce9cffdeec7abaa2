#include "server/cli/screen/line_editor.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

// The lines that these keys end, each with a "|" behind it, and then what is typed.
std::string after(std::string_view keys) {
    LineEditor editor;
    editor.feed(keys);
    std::string text;
    while (const auto line = editor.next_line()) text += *line + "|";
    return text + editor.typed();
}

TEST(LineEditor, EndsLinesHoweverTheyAreEnded) {
    EXPECT_EQ(after("K10\nL11\r\nM12\rN1"), "K10|L11|M12|N1");
    EXPECT_EQ(after("\n\n"), "||");
}

TEST(LineEditor, TakesCharactersWordsAndLinesBack) {
    EXPECT_EQ(after("K11\x7f\x7f"
                    "10"),
              "K10");
    EXPECT_EQ(after("Zo\u00eb\x08"), "Zo");
    EXPECT_EQ(after("\x7f"), "");
    EXPECT_EQ(after("say good  luck\x17"), "say good  ");
    EXPECT_EQ(after("say good  \x17"), "say ");
    EXPECT_EQ(after("say good\x15K10"), "K10");
}

TEST(LineEditor, PassesOverKeysThatWriteNothing) {
    EXPECT_EQ(after("K\x1b[A\x1b[1;5C\x1bOP\x1bx\t\x1b[5~"
                    "1"),
              "K1");
}

TEST(LineEditor, WritesWhereTheCursorStands) {
    EXPECT_EQ(after("KL\x1b[D"
                    "10\x1b[C1"),
              "K10L1");
    EXPECT_EQ(after("Zo\u00eb\x1b[D\x1b[D\x7f"), "o\u00eb");
    EXPECT_EQ(after("ay K\x1b[Hs\x1b[F10"), "say K10");
    EXPECT_EQ(after("ab\u00ebc\x1b[D\x1b[D\x1b[3~"), "abc");
}

TEST(LineEditor, BringsEarlierLinesBack) {
    EXPECT_EQ(after("K10\nL11\nhalf\x10"), "K10|L11|L11");
    EXPECT_EQ(after("K10\nL11\nhalf\x10\x10\x10"), "K10|L11|K10");
    EXPECT_EQ(after("K10\nhalf\x10\x0e"), "K10|half");
    EXPECT_EQ(after("K10\nK10\n\n\x1b[A\x1b[A"), "K10|K10||K10") << "once each, none empty";
}

TEST(LineEditor, CompletesItsLastWord) {
    LineEditor editor;
    editor.complete_by([](std::string_view line) -> std::vector<std::string> {
        if (line == "p") return {"pause", "plan", "preview"};
        if (line == "pl") return {"plan"};
        if (line == "remove g") return {"green", "grey"};
        return {};
    });
    const auto typed = [&editor](std::string_view keys) {
        editor.feed(keys);
        return editor.typed();
    };

    EXPECT_EQ(typed("p\t"), "p");
    EXPECT_EQ(typed("l\t"), "plan ");
    EXPECT_EQ(typed("\x15remove g\t"), "remove gre");
    EXPECT_EQ(typed("\t"), "remove gre");
}

TEST(LineEditor, EndsWithControlDAtTheStartOfALineOnly) {
    LineEditor editor;
    editor.feed("K\x04");
    EXPECT_FALSE(editor.has_ended());

    editor.feed("\x7f\x04");

    EXPECT_TRUE(editor.has_ended());
}

TEST(LineEditor, TakesWhatAPipeEndsWithForALine) {
    LineEditor editor;
    editor.feed("quit");

    editor.finish();

    EXPECT_EQ(editor.next_line(), "quit");
    EXPECT_TRUE(editor.has_ended());
}

TEST(LineEditor, DropsWhatIsTooLong) {
    const std::string most(line_bytes_max, 'x');

    EXPECT_EQ(after(most), most);
    EXPECT_EQ(after(most + "y"), most);
    EXPECT_EQ(after(most + "y\nK10"), most + "|K10");
}

}  // namespace
}  // namespace tanbo::cli
