#include "server/base/log.hpp"

#include <string>

#include <gtest/gtest.h>

#include "server/base/log_line.hpp"

namespace tanbo::base::log {
namespace {

constexpr Instant noon = Instant(std::chrono::milliseconds(1'700'000'000'007));

TEST(Log, WritesHumanLines) {
    const std::string line =
        human_line(noon, Level::info, "game-started", "a game started",
                   {{"game", 42}, {"setup", "19x19"}, {"title", "a \"b\"\n"}, {"ok", true}});

    EXPECT_EQ(line,
              "2023-11-14T22:13:20.007Z info  game-started: a game started game=42 setup=19x19 "
              "title=\"a \\\"b\\\"\\n\" ok=true");
}

TEST(Log, WritesJsonLinesWithEveryKindOfValue) {
    const std::string line = json_line(
        noon, Level::warn, "x-y", "x",
        {{"i", -7}, {"u", 18'446'744'073'709'551'615U}, {"d", 0.5}, {"b", false}, {"s", "7"}});

    EXPECT_EQ(line,
              R"({"ts":"2023-11-14T22:13:20.007Z","level":"warn","event":"x-y","msg":"x","i":-7,)"
              R"("u":18446744073709551615,"d":0.5,"b":false,"s":"7"})");
}

TEST(Log, EscapesWhatWouldForgeAJsonLine) {
    const std::string line =
        json_line(noon, Level::info, "e", "a\"\n{", {{"k", std::string_view("\0\x1F\\\x7F\"", 5)}});

    EXPECT_EQ(line, R"({"ts":"2023-11-14T22:13:20.007Z","level":"info","event":"e","msg":"a\"\n{",)"
                    R"("k":"\u0000\u001f\\\u007f\""})");
}

TEST(Log, ReplacesBytesThatAreNotUtf8AndKeepsThoseThatAre) {
    const std::string line = json_line(noon, Level::info, "e", "x", {{"k", "\xC3\xA4\xFF\xC3"}});

    EXPECT_NE(line.find("\"\xC3\xA4\xEF\xBF\xBD\xEF\xBF\xBD\""), std::string::npos) << line;
}

TEST(Log, QuotesHumanValuesThatHoldASpaceAndNumbersThatJsonDoesNotKnow) {
    EXPECT_NE(human_line(noon, Level::info, "e", "m", {{"k", "a b"}}).find("k=\"a b\""),
              std::string::npos);
    EXPECT_NE(human_line(noon, Level::info, "e", "m", {{"k", ""}}).find("k=\"\""),
              std::string::npos);
    EXPECT_NE(json_line(noon, Level::info, "e", "m", {{"k", 1.0 / 0.0}}).find("\"k\":null"),
              std::string::npos);
}

TEST(Log, WritesOneLineToStandardErrorAndNothingBelowItsLevel) {
    configure(Level::warn, Format::json);
    testing::internal::CaptureStderr();

    info("quiet", "too quiet");
    warn("heard", "heard", {{"n", 1}});

    const std::string written = testing::internal::GetCapturedStderr();
    configure(Level::info, Format::human);
    EXPECT_EQ(written.find("too quiet"), std::string::npos);
    EXPECT_NE(written.find(R"("event":"heard","msg":"heard","n":1})"
                           "\n"),
              std::string::npos)
        << written;
}

TEST(Log, ReadsTheNamesOfLevelsAndForms) {
    EXPECT_EQ(parse_level("error"), Level::error);
    EXPECT_EQ(parse_level("ERROR"), std::nullopt);
    EXPECT_EQ(parse_format("json"), Format::json);
    EXPECT_EQ(parse_format("xml"), std::nullopt);
}

}  // namespace
}  // namespace tanbo::base::log
