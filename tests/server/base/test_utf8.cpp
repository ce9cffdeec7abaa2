#include <gtest/gtest.h>

#include "server/base/utf8.hpp"

namespace tanbo::base {
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

}  // namespace
}  // namespace tanbo::base
