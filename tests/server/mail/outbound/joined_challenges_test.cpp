#include <gmock/gmock.h>

#include "tests/server/mail/outbound/composing.hpp"

// One mail for the challenges that came too soon after another.
namespace tanbo::mail::outbound {
namespace {

using testing::HasSubstr;
using testing::Not;

class JoinedChallengesTest : public ComposerTest {
protected:
    // The mail that tells of the latest challenge and of those before it.
    store::Mail joined(const engine::Player& asked) {
        store::Mail mail = notice_row(asked, protocol::NoticeKind::challenge);
        protocol::NoticeMail notice = protocol::decode_notice_mail(mail.data).value();
        for (std::int64_t number = 1; number < notice.number; ++number) {
            notice.joined.push_back(number);
        }
        mail.data = protocol::encode_notice_mail(notice);
        return mail;
    }
    void withdraw(std::int64_t id) {
        write([id](store::Transaction& transaction) {
            auto challenge = *store::find_challenge(transaction, protocol::ChallengeId{id});
            challenge.state = store::ChallengeState::withdrawn;
            challenge.closed_at = challenge.created_at;
            store::save_challenge(transaction, challenge);
        });
    }
    // Without the breaks of its lines.
    std::string text_of(const store::Mail& row) {
        std::string text = mail(row).text;
        std::ranges::replace(text, '\n', ' ');
        return text;
    }
};

TEST_F(JoinedChallengesTest, AreAllToldAndEachIsAnsweredByItsNumber) {
    challenge_row(anna, ben);
    challenge_row(anna, ben);
    challenge_row(carl, ben);

    const std::string text = text_of(joined(ben));

    EXPECT_THAT(text, HasSubstr("carl challenges you: 9x9"));
    EXPECT_THAT(text, HasSubstr("`accept 3` or `decline 3`"));
    EXPECT_THAT(text, HasSubstr("Anna also challenges you: 9x9"));
    EXPECT_THAT(text, HasSubstr("`accept 1` or `decline 1` in a new email."));
    EXPECT_THAT(text, HasSubstr("`accept 2` or `decline 2` in a new email."));
}

TEST_F(JoinedChallengesTest, AreToldOnlyIfTheyWaitStill) {
    challenge_row(anna, ben);
    challenge_row(anna, ben);
    challenge_row(carl, ben);
    const store::Mail mail = joined(ben);
    withdraw(1);
    withdraw(3);

    const std::string text = text_of(mail);
    EXPECT_THAT(text, HasSubstr("Anna challenges you: 9x9"));
    EXPECT_THAT(text, HasSubstr("`accept 2` or `decline 2`"));
    for (const char* const gone : {"also asks", "accept 1", "accept 3", "carl"}) {
        EXPECT_THAT(text, Not(HasSubstr(gone)));
    }
    withdraw(2);
    EXPECT_EQ(why_not(mail), "answered");
}

}  // namespace
}  // namespace tanbo::mail::outbound
