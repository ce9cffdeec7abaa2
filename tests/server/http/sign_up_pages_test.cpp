#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/notify/signed_tokens.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/sign_ups.hpp"
#include "tests/server/support/running_server.hpp"

// The page that a mailed link leads to: on it an account is made.
namespace tanbo::http {
namespace {

using notify::TokenPurpose;
using test::Answer;
using testing::HasSubstr;

class SignUpPages : public testing::Test {
protected:
    // A link of this purpose to a sign-up of anna's, as the server mails it.
    SignUpPages() {
        server_.restart([this](const std::string& path) {
            store::DatabaseOptions options;
            options.path = path;
            store::Database database(options);
            store::GroupCommit writer(database);
            store::Store store(database, writer);
            const base::Clock clock = base::system_clock();
            const base::Instant end = clock() + std::chrono::hours(72);
            std::optional<protocol::SignUpId> id;
            writer.write([&](store::Transaction& transaction) {
                id = store::put_sign_up(transaction, "anna@example.org", "anna", end);
            });
            const auto tokens = notify::SignedTokens::load(store, clock);
            const auto make = [&](TokenPurpose purpose) {
                return tokens.make({purpose, number_of(*id), 0, 0, end}, clock());
            };
            token_ = make(TokenPurpose::sign_up);
            foreign_ = make(TokenPurpose::confirm_watch);
            writer.stop();
        });
    }

    Answer show(const std::string& token) {
        return client_.get("/account/register?token=" + token);
    }
    Answer submit(const std::string& handle, const std::string& password,
                  const std::string& again) {
        return client_.request(
            "POST", "/account/register", {{"Content-Type", "application/x-www-form-urlencoded"}},
            "token=" + token_ + "&handle=" + handle + "&password=" + password + "&again=" + again);
    }
    int profile_status(const std::string& handle) {
        return client_.get("/api/v1/players/" + handle).status;
    }

    test::RunningServer server_;
    test::HttpClient client_ = server_.client();
    std::string token_;
    std::string foreign_;
};

TEST_F(SignUpPages, MakeNothingByBeingLookedAt) {
    for (int i = 0; i < 3; ++i) {
        const Answer page = show(token_);

        EXPECT_EQ(page.status, 200);
        EXPECT_THAT(page.body, HasSubstr("value=\"anna\""));
        EXPECT_THAT(page.body, testing::Not(HasSubstr("<script")));
        EXPECT_THAT(page.header("content-security-policy"), HasSubstr("default-src 'none'"));
    }

    EXPECT_EQ(profile_status("anna"), 404);
}

TEST_F(SignUpPages, MakeTheAccountOnce) {
    const Answer made = submit("Anna", "correct+horse", "correct+horse");
    const Answer again = submit("Anna2", "correct+horse", "correct+horse");

    EXPECT_EQ(made.status, 200);
    EXPECT_THAT(made.body, HasSubstr("<b>Anna</b>"));
    EXPECT_EQ(again.status, 404);
    EXPECT_EQ(show(token_).status, 404);
    EXPECT_EQ(profile_status("anna"), 200);
    EXPECT_EQ(profile_status("Anna2"), 404);
    const Answer token =
        client_.post("/api/v1/tokens", R"({"handle":"anna","password":"correct horse"})");
    ASSERT_EQ(token.status, 201);
    client_.set_token(token.json().at("token").get<std::string>());
    const auto addresses = client_.get("/api/v1/me/addresses").json().at("addresses");
    ASSERT_EQ(addresses.size(), 1U);
    EXPECT_EQ(addresses[0].at("address"), "anna@example.org");
    EXPECT_EQ(addresses[0].at("verified"), true);
    EXPECT_EQ(addresses[0].at("primary"), true);
}

TEST_F(SignUpPages, AskAgainIfSomethingIsWrong) {
    ASSERT_EQ(
        client_.post("/api/v1/accounts", R"({"handle":"ben","password":"battery staple"})").status,
        201);

    const Answer differ = submit("anna", "correct+horse", "correct+house");
    const Answer brief = submit("anna", "short", "short");
    const Answer odd = submit("%3Cb%3E", "correct+horse", "correct+horse");
    const Answer taken = submit("BEN", "correct+horse", "correct+horse");

    EXPECT_EQ(differ.status, 422);
    EXPECT_THAT(differ.body, HasSubstr("differ"));
    EXPECT_EQ(brief.status, 422);
    EXPECT_EQ(odd.status, 422);
    EXPECT_THAT(odd.body, testing::AllOf(HasSubstr("&lt;b&gt;"), testing::Not(HasSubstr("<b>"))));
    EXPECT_EQ(taken.status, 409);
    EXPECT_THAT(taken.body, HasSubstr("value=\"BEN\""));
    EXPECT_EQ(submit("anna", "correct+horse", "correct+horse").status, 200);
}

TEST_F(SignUpPages, TakeNoOtherToken) {
    std::string altered = token_;
    altered[20] = altered[20] == '0' ? '1' : '0';

    EXPECT_EQ(show(foreign_).status, 404);
    EXPECT_EQ(show(altered).status, 404);
    EXPECT_EQ(show("").status, 404);
    token_ = foreign_;
    EXPECT_EQ(submit("anna", "correct+horse", "correct+horse").status, 404);
    EXPECT_EQ(profile_status("anna"), 404);
}

}  // namespace
}  // namespace tanbo::http
