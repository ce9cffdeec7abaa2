#include <chrono>

#include <gmock/gmock.h>

#include "protocol/people/account_answers.hpp"
#include "server/account/access/sessions.hpp"
#include "server/account/addresses.hpp"
#include "server/account/deletions.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/account/fixture.hpp"

// Changes that decide who holds an account: who may make them, who is told, and how they are taken
// back.
namespace tanbo::account {
namespace {

using protocol::Code;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t hour_ms = 3'600'000;
const std::string old_password = "correct horse";
const std::string network = "192.0.2.1";

class ChangesTest : public AccountsTest {
protected:
    // A member with a verified address, signed in by a bearer token.
    Identity member(const std::string& handle = "anna") {
        const Identity identity = authenticate(create(handle, old_password).value().token).value();
        add(identity, handle + "@example.org");
        verify(handle + "@example.org");
        return identity;
    }
    Identity session(const std::string& handle = "anna") {
        return authenticate(AccountsTest::session(handle, old_password).value().token).value();
    }
    Result<protocol::AddressView> add(const Identity& identity, const std::string& address,
                                      const std::string& with = old_password) {
        const protocol::AddAddress request{address, with};
        return on(0, [&] { return accounts->addresses().add(identity, request, network); });
    }
    void verify(const std::string& address) {
        const std::string token = link("verify-address", address);
        ASSERT_TRUE(
            on(1, [&] { return accounts->addresses().verify(token, network); }).has_value());
    }
    Result<void> make_primary(const Identity& identity, protocol::AddressId id,
                              const std::string& with = old_password) {
        return on(0,
                  [&] { return accounts->addresses().make_primary(identity, id, with, network); });
    }
    Result<void> remove(const Identity& identity, protocol::AddressId id,
                        const std::string& with = old_password) {
        return on(0, [&] { return accounts->addresses().remove(identity, id, with, network); });
    }
    Result<void> change_password(const Identity& identity, const std::string& fresh,
                                 const std::string& with = old_password) {
        const protocol::ChangePassword request{with, fresh};
        return on(0,
                  [&] { return accounts->sessions().change_password(identity, request, network); });
    }
    Result<void> leave(const Identity& identity, const std::string& with = old_password) {
        return on(0, [&] { return accounts->deletions().remove(identity, with, network); });
    }
    void erase_due() {
        on(0, [&]() -> base::Awaitable<bool> {
            co_await accounts->deletions().erase_due();
            co_return true;
        });
    }
    Result<void> take_back(const std::string& token) {
        return on(1, [&] { return accounts->addresses().take_back(token, network); });
    }
    void request_reset(protocol::RequestReset request) {
        const auto ask = [&]() -> base::Awaitable<bool> {
            auto asked = co_await accounts->addresses().request_reset(request, network);
            co_return asked.has_value();
        };
        ASSERT_TRUE(on(0, ask));
        // Its lines come before those that are written now.
        on(0, [&] { return accounts->addresses().verify("none", network); });
    }
    std::vector<std::string> addresses(const Identity& identity) {
        std::vector<std::string> texts;
        const auto rows = on(2, [&] { return accounts->addresses().list(identity.account); });
        for (const auto& row : rows.value()) {
            texts.push_back(row.address + (row.is_primary ? " primary" : "") +
                            (row.is_verified ? " verified" : ""));
        }
        return texts;
    }
    std::vector<store::Mail> outbox() {
        return database->read(
            [](store::Reader& reader) { return store::mails(reader, {}, 1'000); });
    }
    // "kind address", of all mails but those that verify.
    std::vector<std::string> told() {
        std::vector<std::string> told;
        for (const store::Mail& mail : outbox()) {
            if (mail.kind != "verify-address") told.push_back(mail.kind + " " + mail.address);
        }
        return told;
    }
    // The token of the latest link of this kind to this address; empty if there is none.
    std::string link(const std::string& kind, const std::string& address = "anna@example.org") {
        std::string token;
        for (const store::Mail& mail : outbox()) {
            if (mail.kind != kind || mail.address != address) continue;
            const std::string text = protocol::decode_mail_data(mail.data).link;
            token = text.empty() ? text : text.substr(text.find('=') + 1);
        }
        return token;
    }
    bool can_sign_in(const std::string& with = old_password) {
        return log_in("anna", with, {}, {}, "198.51.100.7").has_value();
    }
};

template <class T>
Code code_of(const Result<T>& result) {
    EXPECT_FALSE(result);
    return result ? Code::internal_error : result.error().code;
}

TEST_F(ChangesTest, ATokenAloneMakesNone) {
    const Identity anna = member();
    const auto id = add(anna, "second@example.org").value().id;

    EXPECT_EQ(code_of(add(anna, "third@example.org", "")), Code::password_required);
    EXPECT_EQ(code_of(add(anna, "third@example.org", "a guess")), Code::bad_credentials);
    EXPECT_EQ(code_of(make_primary(anna, id, "")), Code::password_required);
    EXPECT_EQ(code_of(remove(anna, id, "")), Code::password_required);
    EXPECT_EQ(code_of(change_password(anna, "another horse", "")), Code::password_required);
    EXPECT_EQ(code_of(leave(anna, "")), Code::password_required);
    EXPECT_THAT(addresses(anna),
                ElementsAre("anna@example.org primary verified", "second@example.org"));
}

TEST_F(ChangesTest, ASessionMakesThemForFiveMinutesAfterThePassword) {
    member();
    const Identity browser = session();

    now_ms += 5 * 60'000;
    EXPECT_TRUE(add(browser, "second@example.org", ""));
    now_ms += 1;
    EXPECT_EQ(code_of(add(browser, "third@example.org", "")), Code::password_required);
    EXPECT_TRUE(add(browser, "third@example.org"));
    EXPECT_TRUE(add(browser, "fourth@example.org", ""));
}

TEST_F(ChangesTest, AddressesThatWereVerifiedBeforeAreTold) {
    const Identity anna = member();

    add(anna, "second@example.org");
    verify("second@example.org");
    const auto id =
        on(0, [&] { return accounts->addresses().list(anna.account); }).value().back().id;
    ASSERT_TRUE(make_primary(anna, id));
    ASSERT_TRUE(change_password(anna, "another horse"));

    EXPECT_THAT(
        told(),
        ElementsAre("address-added anna@example.org", "primary-changed anna@example.org",
                    "primary-changed second@example.org", "password-changed anna@example.org",
                    "password-changed second@example.org"));
    EXPECT_NE(link("password-changed"), "");
    EXPECT_EQ(link("password-changed", "second@example.org"), "")
        << "an address that can be taken back itself takes nothing back";
}

TEST_F(ChangesTest, AnAddressThatWasRemovedTakesTheAccountBack) {
    const Identity anna = member();
    const auto own = on(0, [&] { return accounts->addresses().list(anna.account); }).value();
    const Identity thief = session();
    const auto id = add(thief, "thief@example.net", "").value().id;
    verify("thief@example.net");
    ASSERT_TRUE(make_primary(thief, id, ""));
    ASSERT_TRUE(remove(thief, own.front().id, ""));
    ASSERT_TRUE(change_password(thief, "the thief's own", ""));
    ASSERT_NE(link("password-changed"), "") << "told although the address is gone";

    ASSERT_TRUE(take_back(link("address-added")));

    EXPECT_THAT(addresses(anna), ElementsAre("anna@example.org primary verified"));
    EXPECT_FALSE(can_sign_in("the thief's own"));
    EXPECT_TRUE(can_sign_in());
    EXPECT_EQ(code_of(take_back(link("password-changed"))), Code::bad_link);
}

TEST_F(ChangesTest, WhatIsTakenBackSignsEverybodyOut) {
    const std::string token = create("anna", old_password).value().token;
    const Identity anna = authenticate(token).value();
    add(anna, "anna@example.org");
    verify("anna@example.org");
    ASSERT_TRUE(change_password(anna, "another horse"));
    ASSERT_TRUE(authenticate(token));

    ASSERT_TRUE(take_back(link("password-changed")));

    EXPECT_EQ(code_of(authenticate(token, 1)), Code::bad_token);
    EXPECT_TRUE(can_sign_in());
}

TEST_F(ChangesTest, ALinkTakesBackOnceAndForSeventyTwoHours) {
    const Identity anna = member();
    const auto change = [&](const std::string& address) {
        add(anna, address);
        return link("address-added");
    };

    const std::string late = change("second@example.org");
    now_ms += 72 * hour_ms;
    EXPECT_EQ(code_of(take_back(late)), Code::bad_link);
    const std::string timely = change("third@example.org");
    now_ms += 72 * hour_ms - 1;
    EXPECT_TRUE(take_back(timely));
    EXPECT_EQ(code_of(take_back(timely)), Code::bad_link);

    EXPECT_THAT(addresses(anna),
                ElementsAre("anna@example.org primary verified", "second@example.org"));
}

TEST_F(ChangesTest, ADeletionIsPutOffAndCanBeTakenBack) {
    const Identity anna = member();

    ASSERT_TRUE(leave(anna));

    EXPECT_FALSE(can_sign_in());
    now_ms += 72 * hour_ms - 1;
    erase_due();
    ASSERT_TRUE(take_back(link("account-deletion")));
    EXPECT_TRUE(can_sign_in());
    now_ms += hour_ms;
    erase_due();
    EXPECT_TRUE(can_sign_in());
}

TEST_F(ChangesTest, ADeletionThatNobodyTakesBackHappens) {
    const Identity anna = member();
    ASSERT_TRUE(leave(anna));

    now_ms += 72 * hour_ms;
    erase_due();

    EXPECT_THAT(addresses(anna), IsEmpty());
    EXPECT_FALSE(can_sign_in());
}

TEST_F(ChangesTest, ResetsGoToThePrimaryAddressOnceItHasBeenVerifiedForSevenDays) {
    const Identity anna = member();
    add(anna, "second@example.org");
    verify("second@example.org");

    now_ms += 7 * 24 * hour_ms - 1;
    request_reset({{}, "anna"});
    request_reset({"anna@example.org", {}});
    EXPECT_EQ(link("password-reset"), "");
    now_ms += 1;
    request_reset({"second@example.org", {}});
    EXPECT_EQ(link("password-reset", "second@example.org"), "");
    request_reset({{}, "anna"});

    EXPECT_NE(link("password-reset"), "");
}

TEST_F(ChangesTest, OnlySoManyInAnHour) {
    const Identity anna = member();
    add(anna, "second@example.org");
    verify("second@example.org");
    const auto rows = on(0, [&] { return accounts->addresses().list(anna.account); }).value();
    const Identity browser = session();
    for (std::size_t i = 1; i < 20; ++i) {
        ASSERT_TRUE(make_primary(browser, rows[i % 2].id, "")) << i;
    }

    EXPECT_EQ(code_of(make_primary(browser, rows[0].id, "")), Code::rate_limited);
    now_ms += hour_ms + 1;
    EXPECT_TRUE(make_primary(browser, rows[0].id));
}

// The fault: a mailbox that the owner had given up took the account over by its old links.
TEST_F(ChangesTest, ThePresentAddressIsToldAtOnceThatOneIsTakenBackAndMayVetoIt) {
    const Identity anna = member();
    now_ms += 8LL * 24 * hour_ms;
    const auto fresh = add(anna, "new@example.org").value().id;
    verify("new@example.org");
    const std::string first_link = link("address-added");
    ASSERT_TRUE(make_primary(anna, fresh));
    const auto old = on(2, [&] { return accounts->addresses().list(anna.account); }).value()[0].id;
    ASSERT_TRUE(remove(anna, old));
    ASSERT_TRUE(change_password(anna, "another horse"));

    ASSERT_TRUE(take_back(link("address-removed")));

    EXPECT_THAT(told(), testing::Contains("change-undone new@example.org"));
    const std::string veto = link("change-undone", "new@example.org");
    ASSERT_NE(veto, "");
    ASSERT_TRUE(take_back(veto));
    EXPECT_THAT(addresses(anna), ElementsAre("new@example.org primary verified"));
    EXPECT_TRUE(can_sign_in("another horse"));
    EXPECT_EQ(code_of(take_back(first_link)), Code::bad_link) << "a veto is final";
    EXPECT_EQ(code_of(take_back(veto)), Code::bad_link);
}

TEST_F(ChangesTest, NoResetIsMailedForAWeekAfterOneIsTakenBack) {
    const Identity anna = member();
    now_ms += 8LL * 24 * hour_ms;
    ASSERT_TRUE(change_password(anna, "another horse"));
    ASSERT_TRUE(take_back(link("password-changed")));

    request_reset({{}, "anna"});
    EXPECT_EQ(link("password-reset"), "");

    now_ms += 7LL * 24 * hour_ms + 1;
    request_reset({{}, "anna"});
    EXPECT_NE(link("password-reset"), "");
}

}  // namespace
}  // namespace tanbo::account
