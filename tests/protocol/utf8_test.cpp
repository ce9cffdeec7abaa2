#include "protocol/json/utf8.hpp"

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

TEST(Utf8, AcceptsTheFirstAndLastCharacterOfEachLength) {
    for (const char* good :
         {"", "a", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
          "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_TRUE(is_utf8(good)) << good;
    }
}

TEST(Utf8, RefusesOverlongSurrogateTruncatedAndTooHigh) {
    for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x7F", "\xE0\x9F\xBF",
                            "\xED\xA0\x80", "\xE2\x82", "\xE2\x82\x7F", "\xF0\x8F\xBF\xBF",
                            "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "a\xE2\x82"}) {
        EXPECT_FALSE(is_utf8(bad));
    }
}

TEST(Utf8, IsReadAsPoints) {
    EXPECT_EQ(utf8_point("a"), U'a');
    EXPECT_EQ(utf8_point("\xC2\x80"), char32_t{0x80});
    EXPECT_EQ(utf8_point("\xE2\x82\xAC"), char32_t{0x20AC});
    EXPECT_EQ(utf8_point("\xF4\x8F\xBF\xBF"), char32_t{0x10FFFF});
}

TEST(Utf8, HasItsCharactersCounted) {
    EXPECT_EQ(characters_of(""), 0U);
    EXPECT_EQ(characters_of("a\xE2\x82\xAC\xF4\x8F\xBF\xBF"), 3U);
}

TEST(Utf8, IsCutBetweenCharacters) {
    const std::string_view text =
        "a\xE2\x82\xAC"
        "b";

    EXPECT_EQ(utf8_prefix(text, 5), text);
    EXPECT_EQ(utf8_prefix(text, 4), text.substr(0, 4));
    EXPECT_EQ(utf8_prefix(text, 3), "a");
    EXPECT_EQ(utf8_prefix(text, 1), "a");
    EXPECT_EQ(utf8_prefix(text, 0), "");
}

}  // namespace
}  // namespace tanbo::protocol
