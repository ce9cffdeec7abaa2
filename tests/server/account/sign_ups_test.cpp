#include "server/account/sign_ups.hpp"

#include <gmock/gmock.h>

#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/sign_ups.hpp"
#include "tests/server/account/fixture.hpp"

// Accounts that are asked for by mail.
namespace tanbo::account {
namespace {

using protocol::Code;

class SignUpsTest : public AccountsTest {
protected:
    Result<SignUp> ask(const std::string& handle, const std::string& address) {
        return on(0, [&] { return accounts->sign_ups().ask(handle, address); });
    }
    Result<SignUp> find(protocol::SignUpId id) {
        return on(1, [&] { return accounts->sign_ups().find(id); });
    }
    Result<void> finish(protocol::SignUpId id, const std::string& handle) {
        return on(2, [&] {
            return accounts->sign_ups().finish(id, handle, "correct horse", "192.0.2.1");
        });
    }
    bool has_account(const std::string& handle) {
        return database->read([&](store::Reader& reader) {
            return store::find_account(reader, store::handle_key(handle)).has_value();
        });
    }
    std::string owner_of(const std::string& address) {
        return database->read([&](store::Reader& reader) {
            const auto row = store::find_verified(reader, store::address_key(address));
            return row ? store::find_account(reader, row->account)->handle : std::string();
        });
    }
};

TEST_F(SignUpsTest, MakeNoAccountByBeingAskedFor) {
    const auto asked = ask("Anna", "anna@example.org");

    ASSERT_TRUE(asked.has_value());
    EXPECT_FALSE(has_account("Anna"));
    EXPECT_EQ(owner_of("anna@example.org"), "");
    EXPECT_EQ(find(asked->id)->handle, "Anna");
    EXPECT_EQ(find(asked->id)->address, "anna@example.org");
}

TEST_F(SignUpsTest, MakeAnAccountWhoseAddressIsVerifiedOnce) {
    const protocol::SignUpId id = ask("anna", "Anna@Example.org")->id;

    ASSERT_TRUE(finish(id, "Anna").has_value());

    EXPECT_EQ(owner_of("anna@example.org"), "Anna");
    EXPECT_TRUE(log_in("anna", "correct horse").has_value());
    EXPECT_EQ(log_in("anna", "another horse").error().code, Code::bad_credentials);
    EXPECT_EQ(find(id).error().code, Code::bad_link);
    EXPECT_EQ(finish(id, "anna2").error().code, Code::bad_link);
    EXPECT_FALSE(has_account("anna2"));
}

TEST_F(SignUpsTest, AreOneForEachAddressHoweverOftenItAsks) {
    const auto first = ask("anna", "anna@example.org");
    now_ms += 3'600'000;

    const auto second = ask("hanna", "ANNA@example.org");

    EXPECT_EQ(second->id, first->id);
    EXPECT_GT(second->expires_at, first->expires_at);
    EXPECT_EQ(find(first->id)->handle, "hanna");
}

TEST_F(SignUpsTest, RefuseWhatCanNotBecomeAnAccount) {
    ASSERT_TRUE(create("Anna", "correct horse").has_value());
    const protocol::SignUpId id = ask("ben", "ben@example.org")->id;
    ASSERT_TRUE(finish(id, "ben").has_value());

    EXPECT_EQ(ask("aNNA", "anna@example.org").error().code, Code::handle_taken);
    EXPECT_EQ(ask("guest-anna", "anna@example.org").error().code, Code::invalid_field);
    EXPECT_EQ(ask("a", "anna@example.org").error().code, Code::invalid_field);
    const auto known = ask("benny", "Ben@Example.org");
    EXPECT_EQ(known.error().code, Code::forbidden);
    EXPECT_THAT(known.error().detail, testing::HasSubstr("ben"));
}

TEST_F(SignUpsTest, LetAnotherHandleBeChosenIfSomebodyWasFaster) {
    const protocol::SignUpId id = ask("anna", "anna@example.org")->id;
    ASSERT_TRUE(create("anna", "battery staple").has_value());

    const auto taken = finish(id, "anna");
    const auto made = finish(id, "anna2");

    EXPECT_EQ(taken.error().code, Code::handle_taken);
    ASSERT_TRUE(made.has_value());
    EXPECT_EQ(owner_of("anna@example.org"), "anna2");
    EXPECT_TRUE(log_in("anna", "battery staple").has_value());
}

TEST_F(SignUpsTest, GiveNoSecondOwnerToAnAddressThatWasVerifiedMeanwhile) {
    const protocol::SignUpId id = ask("anna", "anna@example.org")->id;
    const auto other = create("ben", "battery staple");
    writer->write([&](store::Transaction& transaction) {
        const auto account = other->account;
        const auto address = store::insert_address(transaction, account, "anna@example.org", true,
                                                   engine::instant_of(now_ms));
        store::verify_address(transaction, *address, engine::instant_of(now_ms));
    });

    EXPECT_EQ(finish(id, "anna").error().code, Code::bad_link);

    EXPECT_FALSE(has_account("anna"));
    EXPECT_EQ(owner_of("anna@example.org"), "ben");
}

TEST_F(SignUpsTest, ExpireAndArePruned) {
    const protocol::SignUpId old = ask("anna", "anna@example.org")->id;
    now_ms += std::chrono::milliseconds(sign_up_link_life).count();
    const protocol::SignUpId fresh = ask("ben", "ben@example.org")->id;

    EXPECT_EQ(find(old).error().code, Code::bad_link);
    EXPECT_EQ(finish(old, "anna").error().code, Code::bad_link);
    int pruned = 0;
    writer->write([&](store::Transaction& transaction) {
        pruned = store::prune_sign_ups(transaction, engine::instant_of(now_ms), 10);
    });

    EXPECT_EQ(pruned, 1);
    EXPECT_TRUE(find(fresh).has_value());
}

}  // namespace
}  // namespace tanbo::account
