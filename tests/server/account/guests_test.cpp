#include <gmock/gmock.h>

#include "tests/server/account/fixture.hpp"

// Guests that are asked for under a key: the token is their only proof, so who repeats the key has
// to show that they were the first to use it.
namespace tanbo::account {
namespace {

using protocol::Code;

class GuestsTest : public AccountsTest {
protected:
    Result<IssuedToken> ask(const std::string& key, std::optional<std::string> asker,
                            const std::string& address = "192.0.2.1") {
        const ClientDetails client{address, key, {}, std::move(asker)};
        return on(1, [&] { return accounts->create_guest(client); });
    }
};

TEST_F(GuestsTest, AreShownTheirTokenAgainByTheKeyAndWhatTheFirstAnswerGave) {
    const auto first = ask("key-1", "mine");
    restart();

    const auto again = ask("key-1", "mine");

    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(again->token, first->token);
}

TEST_F(GuestsTest, AreNotGivenAwayToWhoKnowsTheKeyAlone) {
    const auto first = ask("key-1", "mine");

    for (const std::optional<std::string>& other :
         {std::optional<std::string>("another"), std::optional<std::string>("min"),
          std::optional<std::string>("mine "), std::optional<std::string>("")}) {
        const auto stolen = ask("key-1", other);
        ASSERT_FALSE(stolen.has_value()) << *other;
        EXPECT_EQ(stolen.error().code, Code::idempotency_key_not_yours);
        EXPECT_EQ(stolen.error().detail.find(first->token), std::string::npos);
    }
    EXPECT_FALSE(ask("key-1", std::nullopt).has_value());

    EXPECT_EQ(ask("key-1", "mine")->token, first->token);
}

TEST_F(GuestsTest, OfOneAskerAreAsManyAsTheyHaveKeys) {
    const auto one = ask("key-1", "mine");
    const auto other = ask("key-2", "mine");

    EXPECT_FALSE(other->is_repeat);
    EXPECT_NE(other->account, one->account);
}

}  // namespace
}  // namespace tanbo::account
