#include <algorithm>
#include <vector>

#include <gmock/gmock.h>

#include "tests/server/account/fixture.hpp"

// The log's lines about who gets into accounts, and what it never tells.
namespace tanbo::account {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string password = "nine stones";

class AccessLogTest : public AccountsTest {
protected:
    // The lines that `work` writes.
    template <class Work>
    std::string logged(Work work) {
        testing::internal::CaptureStderr();
        work();
        // A reset is logged after its job is done, on the thread that asked.
        writer->write([](store::Transaction&) {});
        on(0, [&] { return accounts->find(protocol::AccountId{1}); });
        return testing::internal::GetCapturedStderr();
    }
    static std::string line(const std::string& event, const std::string& account,
                            const std::string& reason, const std::string& client = "192.0.2.1") {
        const std::string quoted =
            reason.find(' ') == std::string::npos ? reason : '"' + reason + '"';
        std::string name = event;  // as the event is told, in one word
        std::ranges::replace(name, ' ', '-');
        return "info  " + name + ": " + event + " account=" + account + " client=" + client +
               " reason=" + quoted + "\n";
    }
};

TEST_F(AccessLogTest, TellsOfFailedSignInsAndWhy) {
    ASSERT_TRUE(create("anna", password).has_value());
    const std::string guests = guest()->handle;

    const std::string log = logged([&] {
        EXPECT_FALSE(log_in("anna", "a wrong one").has_value());
        EXPECT_FALSE(session("anna", "a wrong one").has_value());
        EXPECT_FALSE(log_in(guests, "a wrong one").has_value());
        EXPECT_FALSE(log_in("typed-by-mistake", "a wrong one").has_value());
    });

    EXPECT_THAT(log, HasSubstr(line("sign-in failed", "1", "wrong password")));
    EXPECT_THAT(log, HasSubstr(line("sign-in failed", "2", "account without a password")));
    EXPECT_THAT(log, HasSubstr(line("sign-in failed", "nobody", "no such account")));
    EXPECT_THAT(log, Not(HasSubstr("a wrong one")));
    EXPECT_THAT(log, Not(HasSubstr("typed-by-mistake"))) << "it may be a password";
    EXPECT_THAT(log, Not(HasSubstr("token issued")));
}

TEST_F(AccessLogTest, TellsOfSignInsThatAreRefusedUnhashed) {
    ASSERT_TRUE(create("anna", password).has_value());
    const std::string elsewhere = "203.0.113.9";
    for (int i = 0; i < 10; ++i) log_in("anna", "a wrong one", {}, {}, elsewhere);

    const std::string log =
        logged([&] { EXPECT_FALSE(log_in("anna", "a wrong one", {}, {}, elsewhere)); });

    EXPECT_THAT(log, HasSubstr(line("sign-in failed", "1", "too many wrong passwords", elsewhere)));
}

TEST_F(AccessLogTest, TellsOfNewTokensAndWhatTheyAreFor) {
    std::vector<std::string> secrets;
    const std::string log = logged([&] {
        secrets.push_back(create("anna", password)->token);
        secrets.push_back(guest("key-77", "192.0.2.7")->token);
        secrets.push_back(guest("key-77", "192.0.2.7")->token);
        secrets.push_back(log_in("anna", password)->token);
        secrets.push_back(session("anna", password)->token);
        const Identity anna = authenticate(secrets.front()).value();
        const protocol::CreateBot request{"annas-bot", password};
        secrets.push_back(on(0, [&] {
                              return accounts->create_bot(anna, request, SignInSource("192.0.2.3"));
                          })->token);
    });

    for (const std::string& expected :
         {line("token issued", "1", "sign-up"), line("token issued", "2", "guest", "192.0.2.7"),
          line("token shown again", "2", "guest", "192.0.2.7"),
          line("token issued", "1", "sign-in"), line("token issued", "1", "session"),
          line("token issued", "3", "bot", "192.0.2.3")}) {
        EXPECT_THAT(log, HasSubstr(expected));
    }
    secrets.insert(secrets.end(), {password, "tbo_", "key-77"});
    for (const std::string& secret : secrets) EXPECT_THAT(log, Not(HasSubstr(secret)));
}

TEST_F(AccessLogTest, TellsOfResetsFromTheQuestionToTheEnd) {
    create_with_address("anna", password);
    std::string link;

    const std::string log = logged([&] {
        request_reset({{}, "anna"});
        request_reset({{}, "typed-by-mistake"});
        for (int i = 0; i < 11; ++i) request_reset({{}, "zoe"}, "203.0.113.9");
        link = mailed_link("password-reset");
        reset("tbl_" + std::string(43, 'x'), "four roots");
        reset(link, "Football1");
        reset(link, "four roots");
    });

    for (const std::string& expected :
         {line("password reset asked", "1", "link mailed"),
          line("password reset asked", "nobody", "no account, or no address for resets"),
          line("password reset refused", "nobody", "too many requests", "203.0.113.9"),
          line("password reset refused", "nobody", "bad-link"),
          line("password reset refused", "1", "common-password"),
          line("password reset", "1", "link in an email")}) {
        EXPECT_THAT(log, HasSubstr(expected));
    }
    for (const std::string& secret : {link, std::string("four roots"), std::string("Football1"),
                                      std::string("typed-by-mistake"), std::string("zoe")}) {
        EXPECT_THAT(log, Not(HasSubstr(secret)));
    }
}

}  // namespace
}  // namespace tanbo::account
