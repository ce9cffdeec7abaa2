#include "server/account/additions.hpp"

#include <optional>

#include <gmock/gmock.h>

#include "server/account/access/sessions.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/account/fixture.hpp"

// Additions to accounts: how they are made, who is told, and what ends them.
namespace tanbo::account {
namespace {

using protocol::Code;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string first_words = "correct horse";
const SignInSource away{"203.0.113.77"};
constexpr std::int64_t minute = 60'000;

class AdditionsTest : public AccountsTest {
protected:
    // Anna, who reads mail, signed in by a bearer token.
    Identity member() {
        return authenticate(create_with_address("anna", first_words).token).value();
    }
    Identity browser() { return authenticate(session("anna", first_words).value().token).value(); }
    Result<IssuedToken> bot(const Identity& identity, const std::string& with = first_words,
                            const std::string& handle = "annas-bot") {
        const protocol::CreateBot request{handle, with};
        return on(0, [&] { return accounts->create_bot(identity, request, away); });
    }
    Result<void> confirm(const Identity& identity, const std::string& with = "") {
        return on(1, [&] { return accounts->additions().confirm(identity, with, away); });
    }
    void add_webhook(protocol::AccountId account) {
        writer->write([&](store::Transaction& transaction) {
            store::Webhook webhook;
            webhook.account = account;
            webhook.url = "https://example.org/hook";
            webhook.created_at = base::Instant(std::chrono::milliseconds(now_ms.load()));
            store::insert_webhook(transaction, webhook);
        });
    }
    std::size_t webhooks(protocol::AccountId account) {
        return database->read([account](store::Reader& reader) {
            return store::webhooks_of(reader, account).size();
        });
    }
    // The data of mails of these kinds, in their order.
    std::vector<protocol::MailData> mails(std::string_view kind) {
        std::vector<protocol::MailData> found;
        for (const store::Mail& mail : database->read(
                 [](store::Reader& reader) { return store::mails(reader, {}, 1'000); })) {
            if (mail.kind == kind) found.push_back(protocol::decode_mail_data(mail.data));
        }
        return found;
    }
    bool is_good(const std::string& token) { return authenticate(token, 2).has_value(); }
};

template <class T>
Code why(const Result<T>& result) {
    EXPECT_FALSE(result);
    return result ? Code::internal_error : result.error().code;
}

TEST_F(AdditionsTest, ATokenMakesNoneWithoutThePassword) {
    const Identity anna = member();

    EXPECT_EQ(why(bot(anna, "")), Code::password_required);
    EXPECT_EQ(why(bot(anna, "a guess")), Code::bad_credentials);
    EXPECT_EQ(why(confirm(anna)), Code::password_required);
    EXPECT_THAT(mails("bot-added"), IsEmpty());
    EXPECT_TRUE(bot(anna));
}

TEST_F(AdditionsTest, ASessionMakesThemForTenMinutesAfterThePassword) {
    member();
    const Identity anna = browser();

    now_ms += 10 * minute;
    EXPECT_TRUE(confirm(anna));
    EXPECT_TRUE(bot(anna, ""));
    now_ms += 1;
    EXPECT_EQ(why(confirm(anna)), Code::password_required);
    EXPECT_EQ(why(bot(anna, "")), Code::password_required);
}

TEST_F(AdditionsTest, TheOwnerIsToldWhatWhenAndFromWhere) {
    const Identity anna = member();

    ASSERT_TRUE(bot(anna));
    ASSERT_TRUE(log_in("anna", first_words, {}, {}, "203.0.113.9"));

    const auto made = mails("bot-added");
    const auto signed_in = mails("token-added");
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].handle, "anna");
    EXPECT_EQ(made[0].subject, "annas-bot");
    EXPECT_EQ(made[0].network, "203.0.113.0/24");
    EXPECT_EQ(made[0].at, base::Instant(std::chrono::milliseconds(now_ms.load())));
    ASSERT_EQ(signed_in.size(), 1U);
    EXPECT_EQ(signed_in[0].subject, "laptop");
}

TEST_F(AdditionsTest, ARepeatIsNotToldAgainNorIsASession) {
    member();

    ASSERT_TRUE(log_in("anna", first_words, {}, "a key"));
    ASSERT_TRUE(log_in("anna", first_words, {}, "a key"));
    browser();

    EXPECT_EQ(mails("token-added").size(), 1U);
}

TEST_F(AdditionsTest, TheLinkOfAMailEndsThemAllOnce) {
    const Identity anna = member();
    const std::string bots = bot(anna).value().token;
    const std::string laptop = log_in("anna", first_words).value().token;
    add_webhook(anna.account);
    const std::string link = mailed_link("bot-added");
    const auto end = [&] {
        return on(0, [&] { return accounts->additions().end_all(link, away.address); });
    };
    ASSERT_TRUE(is_good(bots));

    ASSERT_TRUE(end());

    EXPECT_FALSE(is_good(bots));
    EXPECT_FALSE(is_good(laptop));
    EXPECT_EQ(webhooks(anna.account), 0U);
    EXPECT_TRUE(log_in("anna", first_words)) << "the password stays";
    EXPECT_EQ(why(end()), Code::bad_link);
}

TEST_F(AdditionsTest, TheLinkOfAMailIsGoodForSeventyTwoHours) {
    const Identity anna = member();
    ASSERT_TRUE(bot(anna));
    const std::string link = mailed_link("bot-added");

    now_ms += 72 * 60 * minute;

    const auto end = [&] { return accounts->additions().end_all(link, away.address); };
    EXPECT_EQ(why(on(0, end)), Code::bad_link);
}

TEST_F(AdditionsTest, AResetEndsThemUnlessTheyAreKept) {
    const Identity anna = member();
    const protocol::RequestReset request{{}, "anna"};
    const auto reset = [&](const std::string& fresh, protocol::KeptAccess keep) {
        ASSERT_TRUE(request_reset(request));
        const std::string link = mailed_link("password-reset");
        ASSERT_TRUE(
            on(0, [&] { return accounts->addresses().reset(link, fresh, away.address, keep); }));
    };
    const std::string bots = bot(anna).value().token;
    const std::string laptop = log_in("anna", first_words).value().token;
    const std::string page = session("anna", first_words).value().token;
    add_webhook(anna.account);

    reset("another horse", {true, true, true});
    EXPECT_TRUE(is_good(bots));
    EXPECT_TRUE(is_good(laptop));
    EXPECT_FALSE(is_good(page)) << "sessions end in any case";
    EXPECT_EQ(webhooks(anna.account), 1U);

    reset("a third horse", {});
    EXPECT_FALSE(is_good(bots));
    EXPECT_FALSE(is_good(laptop));
    EXPECT_EQ(webhooks(anna.account), 0U);
}

// A request that was asked before the password changed may be decided after it.
TEST_F(AdditionsTest, WhatWasAskedWithATokenThatHasEndedMeanwhileIsNotMade) {
    const Identity anna = member();
    ASSERT_TRUE(on(0, [&] { return accounts->revoke_token(anna); }));

    EXPECT_EQ(why(bot(anna)), Code::bad_token);
    EXPECT_THAT(mails("bot-added"), IsEmpty());
}

TEST_F(AdditionsTest, NoMoreThanSoManyAreTold) {
    member();

    for (int i = 0; i < 25; ++i) ASSERT_TRUE(log_in("anna", first_words));

    EXPECT_EQ(mails("token-added").size(), 20U);
}

}  // namespace
}  // namespace tanbo::account
