#include "protocol/json/error.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "protocol/json/error_advice.hpp"

namespace tanbo::protocol {
namespace {

std::vector<Code> all_codes() {
    std::vector<Code> all;
    for (int i = 0; i < codes; ++i) all.push_back(static_cast<Code>(i));
    return all;
}

bool is_kebab_case(std::string_view name) {
    const bool ends_well = !name.empty() && name.front() != '-' && name.back() != '-';
    return ends_well && name.find("--") == std::string_view::npos &&
           std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

TEST(Error, NamesEveryCodeOnceInKebabCase) {
    std::set<std::string_view> names;

    for (const Code code : all_codes()) {
        EXPECT_TRUE(is_kebab_case(code_name(code))) << code_name(code);
        EXPECT_TRUE(names.insert(code_name(code)).second) << code_name(code);
    }

    EXPECT_FALSE(is_kebab_case("stale_ply"));
    EXPECT_EQ(code_name(Code::stale_ply), "stale-ply");
}

TEST(Error, ReadsItsOwnNamesAndNoOthers) {
    for (const Code code : all_codes()) EXPECT_EQ(parse_code(code_name(code)), code);

    EXPECT_EQ(parse_code("stale_ply"), std::nullopt);
    EXPECT_EQ(parse_code(""), std::nullopt);
}

TEST(Error, TitlesEveryCodeDifferently) {
    std::set<std::string_view> titles;

    for (const Code code : all_codes()) {
        EXPECT_TRUE(titles.insert(code_title(code)).second) << code_title(code);
        EXPECT_TRUE(code_title(code).front() >= 'A' && code_title(code).front() <= 'Z');
    }
}

bool is_one_sentence(std::string_view text) {
    return text.size() > 1 && text.front() >= 'A' && text.front() <= 'Z' && text.back() == '.' &&
           text.find(". ") == std::string_view::npos && std::ranges::count(text, ' ') < 25;
}

TEST(Error, AdvisesInOneSentenceOrNotAtAll) {
    for (const Code code : all_codes()) {
        const std::string_view advice = code_advice(code);
        EXPECT_TRUE(advice.empty() || is_one_sentence(advice)) << code_name(code) << advice;
    }

    EXPECT_EQ(code_advice(Code::too_few_players), "Wait for more players.");
    EXPECT_EQ(code_advice(Code::forbidden), "");
    EXPECT_FALSE(is_one_sentence("none"));
    EXPECT_FALSE(is_one_sentence("Wait. Try again."));
}

TEST(Error, EncodesAProblemWithEverythingThatHelps) {
    Error error;
    error.code = Code::stale_ply;
    error.detail = "The game is at ply 18, not 17.";
    error.pointer = "/ply";
    error.reason = "no-friend";
    error.ply = 18;
    error.seq = 21;
    error.retry_after_s = 2;

    EXPECT_EQ(encode_problem(error, 409, "/api/v1/games/42/moves"),
              R"({"type":"urn:tanbo:error:stale-ply","title":"Stale ply","status":409,)"
              R"("detail":"The game is at ply 18, not 17.","code":"stale-ply",)"
              R"("instance":"/api/v1/games/42/moves","pointer":"/ply","reason":"no-friend",)"
              R"("ply":18,"seq":21,"retry_after_s":2})");
}

TEST(Error, LeavesOutWhatIsNotSet) {
    Error error;
    error.code = Code::no_such_game;
    error.detail = "There is no game 7.";

    EXPECT_EQ(encode_problem(error, 404),
              R"({"type":"urn:tanbo:error:no-such-game","title":"No such game","status":404,)"
              R"("detail":"There is no game 7.","code":"no-such-game"})");
}

TEST(Error, EncodesHostileTextAsValidJson) {
    Error error;
    error.code = Code::bad_parameter;
    error.detail = "\"\\\n\x01\xC0\x80\xED\xA0\x80\xC3\xA9\xF0\x9F\x98\x80\xE2\x82";

    const std::string problem = encode_problem(error, 400);

    EXPECT_NE(problem.find("\"detail\":\"\\\"\\\\\\n\\u0001\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                           "\xEF\xBF\xBD\xEF\xBF\xBD\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF"
                           "\xBD\""),
              std::string::npos)
        << problem;
}

TEST(Error, QuotesSixtyBytesAndEndsWithAWholeCharacter) {
    const std::string longest(quotation_bytes_max, 'x');
    EXPECT_EQ(quotation(longest), "\"" + longest + "\"");
    EXPECT_EQ(quotation(longest + "y"), "\"" + longest + "...\"");

    const std::string almost = longest.substr(1);
    EXPECT_EQ(quotation(almost + "\xC3\xA9"), "\"" + almost + "...\"");
    EXPECT_EQ(quotation("a\nb\xC3"), "\"a?b?\"");
}

TEST(Error, TakingARefusalForAValueThrowsWithItsDetail) {
    Error error;
    error.detail = "There is no game 7.";
    const Result<int> refused = error;

    EXPECT_THROW((void)refused.value(), std::logic_error);
    EXPECT_EQ(Result<int>(7).value(), 7);
}

}  // namespace
}  // namespace tanbo::protocol
