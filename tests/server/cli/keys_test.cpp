#include "server/cli/screen/keys.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

TEST(KeyReader, ReadsASequenceThatComesInPieces) {
    KeyReader reader;
    std::vector<Key> keys;
    for (const char byte : std::string_view("\x1b[A\x1bOB\x1b[5~\x1b[<0;12;3M\u00eb")) {
        for (const Key& key : reader.feed({&byte, 1})) keys.push_back(key);
    }

    const std::vector<Key> wanted = {{KeyKind::up},
                                     {KeyKind::down},
                                     {KeyKind::page_up},
                                     {KeyKind::click, "", 11, 2},
                                     {KeyKind::text, "\u00eb"}};
    EXPECT_EQ(keys, wanted);
}

TEST(KeyReader, TakesOnlyTheFirstButtonGoingDownForAClick) {
    KeyReader reader;
    EXPECT_TRUE(reader.feed("\x1b[<0;12;3m\x1b[<2;12;3M\x1b[<64;12;3M\x1b[<0;0;0M").empty());
    EXPECT_TRUE(reader.feed("\x1b[<0;:;3M\x1b[<0;99999999999;3M\x1b[<M").empty());
    EXPECT_EQ(reader.feed("\x1b[<0;1;1M").size(), 1U);
}

TEST(KeyReader, PassesOverWhatIsNoKey) {
    KeyReader reader;
    EXPECT_TRUE(reader.feed("\x1b[1;5P\x1b[200~\x1bx\x03\x07").empty());
    EXPECT_TRUE(reader.feed("\x1b[" + std::string(5000, '1')).empty());
    EXPECT_EQ(reader.feed("~a"), std::vector<Key>({{KeyKind::text, "a"}}));
}

TEST(KeyReader, EndsALineOnceForACarriageReturnAndALineFeed) {
    KeyReader reader;
    EXPECT_EQ(reader.feed("\r\n\n"), std::vector<Key>({{KeyKind::enter}, {KeyKind::enter}}));
}

}  // namespace
}  // namespace tanbo::cli
