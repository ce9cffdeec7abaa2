#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "tests/server/support/running_server.hpp"

// The page on which a member sees where their mails go.
namespace tanbo::http {
namespace {

using test::Answer;
using testing::HasSubstr;
using testing::Not;

class AddressPages : public testing::Test {
protected:
    AddressPages() {
        const Answer made = client_.post(
            "/api/v1/accounts",
            R"({"handle":"anna","password":"nine stones","email":"anna@example.org"})");
        EXPECT_EQ(made.status, 201);
        server_.restart([](const std::string& path) {
            store::DatabaseOptions options;
            options.path = path;
            store::Database database(options);
            store::GroupCommit writer(database);
            writer.write([](store::Transaction& transaction) {
                const auto anna = store::find_account(transaction, "anna")->id;
                const auto address = store::addresses_of(transaction, anna, 1).at(0);
                EXPECT_TRUE(store::verify_address(transaction, address.id, engine::instant_of(1)));
                EXPECT_TRUE(store::score_bounce(transaction, address, store::bounce_score_max + 1,
                                                "550 <gone>",
                                                engine::instant_of(1'700'000'000'000)));
            });
            writer.stop();
        });
    }

    Answer show(const std::string& fields) {
        return client_.request("POST", "/account/addresses",
                               {{"Content-Type", "application/x-www-form-urlencoded"}}, fields);
    }

    test::RunningServer server_;
    test::HttpClient client_ = server_.client();
};

TEST_F(AddressPages, SayWhyAnAddressGetsNoMail) {
    const Answer shown = show("handle=anna&password=nine+stones");

    EXPECT_EQ(shown.status, 200);
    EXPECT_THAT(shown.body, HasSubstr("<b>anna@example.org</b> gets no emails since 2023-11-14"));
    EXPECT_THAT(shown.body, HasSubstr("550 &lt;gone&gt;"));
    EXPECT_THAT(shown.body, HasSubstr("name=\"resume\""));
}

TEST_F(AddressPages, HaveMailsSentThereAgain) {
    const Answer resumed = show("handle=anna&password=nine+stones&resume=yes");

    EXPECT_EQ(resumed.status, 200);
    EXPECT_THAT(resumed.body, HasSubstr("<b>anna@example.org</b> gets your emails."));
    EXPECT_THAT(resumed.body, Not(HasSubstr("name=\"resume\"")));
}

TEST_F(AddressPages, ShowAndChangeNothingWithoutThePassword) {
    const Answer form = client_.get("/account/addresses");
    const Answer wrong = show("handle=anna&password=ten+stones&resume=yes");
    const Answer nobody = show("handle=%3Cb%3E&password=nine+stones");
    const Answer empty = show("");

    EXPECT_EQ(form.status, 200);
    EXPECT_THAT(form.body, HasSubstr("name=\"password\""));
    for (const Answer& answer : {wrong, nobody, empty}) {
        EXPECT_EQ(answer.status, 422);
        EXPECT_THAT(answer.body, HasSubstr("Wrong handle or password."));
        EXPECT_THAT(answer.body, Not(HasSubstr("anna@example.org")));
    }
    EXPECT_THAT(nobody.body, HasSubstr("value=\"&lt;b&gt;\""));
    EXPECT_THAT(show("handle=anna&password=nine+stones").body, HasSubstr("gets no emails since"));
}

}  // namespace
}  // namespace tanbo::http
