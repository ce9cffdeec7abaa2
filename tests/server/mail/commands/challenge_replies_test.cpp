// Challenges that are answered by a reply to their mail, from an address that DMARC doesn't vouch
// for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/mail/inbound/fixture.hpp"

namespace tanbo::mail::commands {
namespace {

using protocol::GameId;
using testing::HasSubstr;

// Anna has asked ben for a game: challenge 1.
class Asked : public inbound::InboundTest {
protected:
    Asked() { challenge("ben --setup=9x9"); }

    void challenge(const std::string& whom) { expect_acted("challenge " + whom); }
    void expect_acted(const std::string& body) {
        const auto id = write("anna@example.org", body);
        work();
        EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    }

    std::string token(const engine::Player& player, std::int64_t challenge) {
        return tokens->make({notify::TokenPurpose::challenge, number_of(player.account), challenge,
                             0, now() + std::chrono::hours(24)},
                            now());
    }
    // The answer to ben's reply to the mail of the first challenge.
    std::string ben_replies(std::string_view body) {
        last_ = reply(token(ben, 1), body);
        work();
        return answer_to(last_);
    }
    std::string last_outcome() { return outcome(last_); }

    std::string state(std::int64_t challenge) { return state_of_challenge(challenge); }
    std::int64_t games() { return rows().games(); }
    // Everything that somebody may have changed.
    std::int64_t changes() { return rows().changes(); }

    protocol::InboundMailId last_{};
};

TEST_F(Asked, TakesAnAcceptWithoutItsNumber) {
    const std::string answer = ben_replies("accept");

    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_THAT(answer, HasSubstr("You have accepted challenge 1. It is now game 1"));
    EXPECT_EQ(match(protocol::GameId{1}, ben.account)->status(), engine::Status::active);
    EXPECT_EQ(answers().back().address, "ben@example.org");
}

TEST_F(Asked, TakesADeclineAndItsReason) {
    ben_replies("decline no time this week");

    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_EQ(state(1), "declined");
    EXPECT_EQ(rows().challenges_declined_because("no time this week"), 1);
}

TEST_F(Asked, IsAnsweredOnceByAMailThatIsWorkedThroughTwice) {
    const std::string answer = ben_replies("accept 1");

    forget_end_of(last_);
    work();

    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_EQ(answer_to(last_), answer);
    EXPECT_EQ(games(), 1);
}

TEST_F(Asked, IsAnsweredByAReplyToWhatRefusedAnother) {
    ben_replies("accept it");
    EXPECT_EQ(last_outcome(), "refused");

    const auto id = reply(answers().back().reply.token, "accept");
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(games(), 1);
}

// Limits of a reply to a challenge, for any holder of the mail.
TEST_F(Asked, LetsItsMailDoNothingElse) {
    const GameId game = start_game("9x9");
    ASSERT_EQ(game, protocol::GameId{1});  // the number of the challenge, too
    challenge("ben --setup=9x9");
    const std::int64_t before = changes();

    for (const std::string body : {"accept 2",
                                   "decline 2",
                                   "challenge carl",
                                   "move 1 E5",
                                   "E5",
                                   "show 1",
                                   "history 1",
                                   "preview 1 E5",
                                   "resign 1",
                                   "leave 1",
                                   "yes 1",
                                   "no 1",
                                   "undo 1",
                                   "pause 1",
                                   "swap 1",
                                   "say 1 hello",
                                   "plan 1 if black E5 then E6",
                                   "games",
                                   "turns",
                                   "watch 1",
                                   "unwatch 1",
                                   "notify off",
                                   "vacation 2030-01-01..2030-01-05"}) {
        ben_replies(body);

        EXPECT_NE(last_outcome(), "acted") << body;
        EXPECT_NE(last_outcome(), "answered") << body;
        EXPECT_EQ(changes(), before) << body;
    }
    // The negative control: it is the token that may not.
    const auto vouched_for = write("ben@example.org", "accept 2");
    work();
    EXPECT_EQ(outcome(vouched_for), "acted");
    EXPECT_GT(changes(), before);
}

TEST_F(Asked, IsNotAnsweredByATokenOfSomethingElse) {
    const GameId game = start_game("9x9");
    ASSERT_EQ(game, protocol::GameId{1});

    const auto of_a_turn = reply(turn_token(ben, game, 0), "accept 1");
    const auto of_nobody_asked = reply(token(carl, 1), "accept");
    const auto of_another = reply(token(ben, 77), "accept");
    work();

    EXPECT_EQ(outcome(of_a_turn), "refused");
    EXPECT_NE(outcome(of_nobody_asked), "acted");
    EXPECT_EQ(outcome(of_another), "refused");
    EXPECT_THAT(answer_to(of_another), HasSubstr("Challenge 77 does not exist"));
    EXPECT_EQ(state(1), "open");
}

TEST_F(Asked, SaysWhatHasBecomeOfItToWhoIsLate) {
    expect_acted("challenge ben --setup=9x9");
    expect_acted("challenge ben --setup=9x9");
    ben_replies("decline");
    on(0, [this] { return lobby->withdraw(anna.account, protocol::ChallengeId{2}); });
    const auto withdrawn = reply(token(ben, 2), "accept");
    work();
    now_ms += std::chrono::milliseconds(std::chrono::hours(24 * 15)).count();

    EXPECT_THAT(ben_replies("accept"), HasSubstr("The challenge is declined."));
    EXPECT_THAT(answer_to(withdrawn), HasSubstr("The challenge is withdrawn."));
    const auto expired = reply(token(ben, 3), "accept");
    work();
    EXPECT_THAT(answer_to(expired), HasSubstr("The challenge is expired."));
    EXPECT_EQ(games(), 0);
}

TEST_F(Asked, IsNotAnsweredByAMailThatIsTooOld) {
    const std::string old = token(ben, 1);
    now_ms += std::chrono::milliseconds(std::chrono::hours(25)).count();

    const auto id =
        deliver(mail("ben@example.org", "Re: Tanbo", "accept"), mime::reply_address(old, domain));
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_THAT(answer_to(id), HasSubstr("too old"));
    EXPECT_EQ(state(1), "open");
}

}  // namespace
}  // namespace tanbo::mail::commands
