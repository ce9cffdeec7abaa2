#include "protocol/people/study.hpp"

#include <string>

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

std::string body_of(const std::string& branches) {
    return R"({"seq":1,"branches":[)" + branches + "]}";
}

std::string with_field(const std::string& field) {
    return body_of(R"({"turns":"A1","at":1,"by":"a",)" + field + "}");
}

TEST(Study, IsStoredAsItWasSent) {
    const std::string branches =
        R"({"turns":"K10 leave:white","at":1772366700000,"by":"5f2c","name":"a","comment":"b\nc",)"
        R"("rank":-7,"gone":true},{"after":0,"turns":"1-2-3-4","at":2,"by":"x",)"
        R"("reply":{"any":["red"],"guard":[{"root":"G13","root_space_min":3}],"sent":true}})";

    const auto put = decode_put_study(body_of(branches));

    ASSERT_TRUE(put);
    EXPECT_EQ(put->seq, 1U);
    EXPECT_EQ(put->branches, "[" + branches + "]");
}

TEST(Study, GoesOnFromEarlierBranchesOnly) {
    const std::string first = R"({"turns":"A1","at":1,"by":"a"},)";

    EXPECT_TRUE(decode_put_study(body_of(first + R"({"after":0,"turns":"B1","at":1,"by":"a"})")));
    const auto later =
        decode_put_study(body_of(first + R"({"after":1,"turns":"B1","at":1,"by":"a"})"));
    ASSERT_FALSE(later);
    EXPECT_EQ(later.error().pointer, "/branches/1/after");
}

TEST(Study, HasWordsOfALimitedLength) {
    EXPECT_TRUE(decode_put_study(with_field(R"("name":")" + std::string(60, 'x') + '"')));
    EXPECT_FALSE(decode_put_study(with_field(R"("name":")" + std::string(61, 'x') + '"')));
    EXPECT_TRUE(decode_put_study(with_field(R"("comment":")" + std::string(500, 'x') + '"')));
    EXPECT_FALSE(decode_put_study(with_field(R"("comment":")" + std::string(501, 'x') + '"')));
    EXPECT_FALSE(decode_put_study(with_field(R"("name":"a\nb")"))) << "one line";
}

TEST(Study, NamesDevicesBySixteenCharacters) {
    const auto by = [](const std::string& name) {
        return decode_put_study(body_of(R"({"turns":"A1","at":1,"by":")" + name + R"("})"));
    };
    std::string letters;
    for (int i = 0; i < 16; ++i) letters += "\u00fc";

    EXPECT_TRUE(by(letters));
    EXPECT_FALSE(by(letters + "x"));
    EXPECT_FALSE(by(""));
}

TEST(Study, RefusesAnythingElse) {
    for (const char* const turns : {"", " A1", "A1 ", "A1  B1", "A<1"}) {
        const std::string text = std::string(R"({"turns":")") + turns + R"(","at":1,"by":"a"})";
        EXPECT_FALSE(decode_put_study(body_of(text))) << turns;
    }
    EXPECT_FALSE(decode_put_study(with_field(R"("more":1)")));
    EXPECT_FALSE(decode_put_study(with_field(R"("reply":{"any":["nobody"]})")));
    EXPECT_FALSE(decode_put_study(R"({"branches":[]})"));
    EXPECT_TRUE(decode_put_study(R"({"seq":0,"branches":[]})"));
}

TEST(Study, SaysWhenItWasSaved) {
    EXPECT_EQ(encode_study(GameId{42}, 0, "[]", std::nullopt),
              R"({"game":42,"seq":0,"branches":[],"updated_at":null})");
}

}  // namespace
}  // namespace tanbo::protocol
