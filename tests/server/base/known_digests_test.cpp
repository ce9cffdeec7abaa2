#include "server/base/known_digests.hpp"

#include <string>

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

TEST(KnownDigests, AreThoseOfTheTexts) {
    KnownDigests known;

    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 20'000; ++i) {  // of which most drive out another
            const std::string text = "tbo_" + std::to_string(i) + std::string(40, 'a');
            ASSERT_EQ(known.sha256(text), sha256(text)) << text;
            ASSERT_EQ(known.sha256(text), sha256(text)) << text;
        }
    }
}

TEST(KnownDigests, TellTextsApartThatAreAlike) {
    KnownDigests known;
    const std::string longest(KnownDigests::text_bytes_max, 'x');
    std::string other = longest;
    other.back() = 'y';

    for (const std::string& text : {longest, other, longest + "x", longest.substr(1), std::string(),
                                    std::string(1, '\0'), std::string(2, '\0'), longest}) {
        EXPECT_EQ(known.sha256(text), sha256(text)) << text.size();
        EXPECT_EQ(known.sha256(text), sha256(text)) << text.size();
    }
}

}  // namespace
}  // namespace tanbo::base
