#include <gmock/gmock.h>

#include "server/account/deletions.hpp"
#include "server/account/sign_ups.hpp"
#include "tests/server/account/fixture.hpp"

// Every way to a handle, and the handles that are never given.
namespace tanbo::account {
namespace {

using protocol::Code;

const std::string first_password = "correct horse";

class HandlesTest : public AccountsTest {
protected:
    Identity signed_in(const Result<IssuedToken>& issued) {
        return authenticate(issued.value().token).value();
    }
    Code upgraded(const std::string& handle) {
        const Identity identity = signed_in(guest());
        const protocol::Upgrade request{handle, first_password, {}};
        return code(on(0, [&] { return accounts->upgrade(identity, request, "192.0.2.1"); }));
    }
    Code bot_of(const Identity& owner, const std::string& handle) {
        const protocol::CreateBot request{handle, first_password};
        return code(
            on(0, [&] { return accounts->create_bot(owner, request, SignInSource("192.0.2.1")); }));
    }
    Code asked_by_mail(const std::string& handle) {
        return code(on(0, [&] { return accounts->sign_ups().ask(handle, "eve@example.org"); }));
    }
    Code finished_by_mail(protocol::SignUpId id, const std::string& handle) {
        return code(on(0, [&] {
            return accounts->sign_ups().finish(id, handle, first_password, "192.0.2.1");
        }));
    }
    void remove(const Identity& identity) {
        const SignInSource source("192.0.2.1");
        const auto gone = on(0, [&] {
            return accounts->deletions().remove(
                identity, identity.kind == AccountKind::member ? first_password : "", source);
        });
        ASSERT_TRUE(gone.has_value()) << gone.error().detail;
    }
    // internal_error if it was done.
    template <class T>
    static Code code(const Result<T>& result) {
        return result ? Code::internal_error : result.error().code;
    }
};

TEST_F(HandlesTest, ThatLookAlikeAreGivenOnceWhicheverWay) {
    const Identity ian = signed_in(create("Ian0", first_password));
    const Identity ben = signed_in(create("ben", first_password));
    const protocol::SignUpId asked =
        on(0, [&] { return accounts->sign_ups().ask("eve", "eve@example.org"); }).value().id;

    for (const char* const handle : {"lan0", "IanO", "IANo"}) {
        EXPECT_EQ(code(create(handle, first_password)), Code::handle_taken) << handle;
        EXPECT_EQ(upgraded(handle), Code::handle_taken) << handle;
        EXPECT_EQ(bot_of(ben, handle), Code::handle_taken) << handle;
        EXPECT_EQ(asked_by_mail(handle), Code::handle_taken) << handle;
        EXPECT_EQ(finished_by_mail(asked, handle), Code::handle_taken) << handle;
    }

    EXPECT_EQ(code(create("ian8", first_password)), Code::internal_error);
    EXPECT_EQ(upgraded("ian9"), Code::internal_error);
    EXPECT_EQ(bot_of(ian, "ian-bot"), Code::internal_error);
    EXPECT_EQ(finished_by_mail(asked, "eve"), Code::internal_error);
}

TEST_F(HandlesTest, OfThoseWhoAreGoneAreGivenToNobody) {
    const auto gone_guest = guest();
    const Identity owner = signed_in(create("anna", first_password));
    ASSERT_EQ(bot_of(owner, "annas-bot"), Code::internal_error);
    const protocol::SignUpId asked =
        on(0, [&] { return accounts->sign_ups().ask("eve", "eve@example.org"); }).value().id;
    remove(owner);
    remove(signed_in(gone_guest));

    for (const std::string& handle :
         {std::string("anna"), std::string("ANNA"), std::string("annas-bot"), gone_guest->handle}) {
        EXPECT_EQ(code(create(handle, first_password)), Code::handle_taken) << handle;
        EXPECT_EQ(upgraded(handle), Code::handle_taken) << handle;
        EXPECT_EQ(finished_by_mail(asked, handle), Code::handle_taken) << handle;
    }
    EXPECT_EQ(asked_by_mail("anna"), Code::handle_taken);
    EXPECT_EQ(bot_of(signed_in(create("ben", first_password)), "annas-bot"), Code::handle_taken);
    EXPECT_EQ(code(log_in("anna", first_password)), Code::bad_credentials);
    restart();
    EXPECT_EQ(code(create("anna", first_password)), Code::handle_taken);
}

}  // namespace
}  // namespace tanbo::account
