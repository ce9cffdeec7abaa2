#include <gmock/gmock.h>

#include "server/account/access/sessions.hpp"
#include "tests/server/account/fixture.hpp"

// Sessions no longer in use.
namespace tanbo::account {
namespace {

const std::string password = "correct horse";
constexpr std::int64_t day_ms = 24 * 3'600'000;
constexpr std::int64_t limit_ms = 30 * day_ms;

class IdleSessionsTest : public AccountsTest {
protected:
    IdleSessionsTest() { member = create("anna", password).value(); }

    std::string signed_in() { return session("anna", password).value().token; }
    bool is_good(const std::string& token, int thread = 0) {
        return authenticate(token, thread).has_value();
    }
    // The report of uses is written down.
    void settle() {
        writer->write([](store::Transaction&) {});
    }
    std::size_t listed() {
        const Identity identity = authenticate(member.token).value();
        return on(0, [&] { return accounts->sessions().list(identity); }).value().size();
    }

    IssuedToken member;
};

TEST_F(IdleSessionsTest, EndWhenTheyWereNotUsedForThirtyDays) {
    const std::string at_the_limit = signed_in();
    const std::string beyond = signed_in();
    ASSERT_TRUE(is_good(beyond));
    settle();
    ASSERT_EQ(listed(), 3U);

    now_ms += limit_ms;
    EXPECT_TRUE(is_good(at_the_limit));
    settle();
    now_ms += 1;

    for (int thread = 0; thread < threads; ++thread) EXPECT_FALSE(is_good(beyond, thread));
    EXPECT_TRUE(is_good(at_the_limit)) << "it was used a moment ago";
    EXPECT_EQ(listed(), 2U);
    restart();
    EXPECT_FALSE(is_good(beyond));
    EXPECT_TRUE(is_good(at_the_limit));
}

TEST_F(IdleSessionsTest, DoNotEndIfAnotherThreadKnowsOfTheirUse) {
    const std::string token = signed_in();
    ASSERT_TRUE(is_good(token, 1));
    for (int week = 0; week < 5; ++week) {
        now_ms += 7 * day_ms;
        ASSERT_TRUE(is_good(token, 0));
        settle();
    }

    EXPECT_TRUE(is_good(token, 1)) << "which saw it five weeks ago";
}

TEST_F(IdleSessionsTest, AreTheOnlyTokensThatEndSo) {
    const std::string token = log_in("anna", password).value().token;
    const std::string guests = guest()->token;

    now_ms += limit_ms + 1;

    EXPECT_TRUE(is_good(token));
    EXPECT_TRUE(is_good(member.token));
    EXPECT_TRUE(is_good(guests));
}

TEST_F(IdleSessionsTest, AreWrittenDownOnceAnHourAtMost) {
    const std::string token = signed_in();
    ASSERT_TRUE(is_good(token));
    settle();
    const std::size_t before = writer->durable();

    for (int i = 0; i < 100; ++i) {
        now_ms += 35'000;
        ASSERT_TRUE(is_good(token));
    }
    settle();

    EXPECT_EQ(writer->durable() - before, 1U) << "of settle() itself";
    now_ms += 100'001;
    ASSERT_TRUE(is_good(token));
    settle();
    EXPECT_EQ(writer->durable() - before, 3U) << "the hour is over";
}

}  // namespace
}  // namespace tanbo::account
