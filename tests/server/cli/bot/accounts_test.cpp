#include <gtest/gtest.h>

#include "server/cli/bot/bot.hpp"

namespace tanbo::cli {
namespace {

using Accounts = std::vector<protocol::HouseBot>;

std::string wrong(const std::vector<std::string>& lines) {
    const auto read = read_accounts(lines);
    const auto* const sentence = std::get_if<std::string>(&read);
    return sentence == nullptr ? "" : *sentence;
}

TEST(Accounts, AreReadALineEach) {
    const auto read =
        read_accounts({R"({"handle":"bot-1","level":1,"token":"tbo_a"})",
                       R"({"token":"tbo_b","level":10,"handle":"bot-10","x":[],"secret":"s"})"});

    ASSERT_TRUE(std::holds_alternative<Accounts>(read)) << std::get<std::string>(read);
    const Accounts& accounts = std::get<Accounts>(read);
    ASSERT_EQ(accounts.size(), 2U);
    EXPECT_EQ(accounts[0].handle, "bot-1");
    EXPECT_EQ(accounts[1].level, 10);
    EXPECT_EQ(accounts[1].token, "tbo_b");
    EXPECT_EQ(accounts[0].secret, "");
    EXPECT_EQ(accounts[1].secret, "s");
}

TEST(Accounts, ThatAreNoneAreRefusedWithoutTheirTokens) {
    EXPECT_EQ(wrong({}), "no accounts; give one JSON line each, then an empty line");
    for (const std::string_view line :
         {"tbo_secret", R"({"handle":"a","level":11,"token":"tbo_secret"})",
          R"({"handle":"a","level":0,"token":"tbo_secret"})",
          R"({"handle":"a","level":"5","token":"tbo_secret"})",
          R"({"handle":"","level":5,"token":"tbo_secret"})", R"({"handle":"a","level":5})"}) {
        const std::string sentence = wrong({std::string(line)});
        EXPECT_TRUE(sentence.starts_with("account 1 can't be read: ")) << line << sentence;
        EXPECT_EQ(sentence.find("tbo_"), std::string::npos) << sentence;
    }
    EXPECT_EQ(wrong(std::vector<std::string>(101, "{}")), "more than 100 accounts");
}

}  // namespace
}  // namespace tanbo::cli
