#include "server/mail/inbound/auto_reply_policy.hpp"

#include <gtest/gtest.h>

namespace tanbo::mail::inbound {
namespace {

constexpr std::string_view domain = "tanbo.example.net";

struct Case {
    std::string name;
    std::string headers;
    std::optional<NoReply> no_reply;
    std::string return_path = "ann@example.org";
};

// How gtest names a case in what it prints.
void PrintTo(const Case& test, std::ostream* out) {
    *out << test.name;
}

class AutoReplyPolicy : public testing::TestWithParam<Case> {};

TEST_P(AutoReplyPolicy, KnowsWhatNobodyHasWritten) {
    const Case& test = GetParam();
    const auto mail =
        mime::read_mail("From: ann@example.org\r\n" + test.headers + "\r\n\r\nK10\r\n");
    ASSERT_TRUE(mail);

    EXPECT_EQ(why_no_reply(*mail, test.return_path, domain), test.no_reply);
}

INSTANTIATE_TEST_SUITE_P(
    Mails, AutoReplyPolicy,
    testing::Values(
        Case{"a_reply", "Subject: Re: Tanbo game 17: ann - bob", std::nullopt},
        Case{"auto_submitted_no", "Auto-Submitted: no", std::nullopt},
        Case{"first_class", "Precedence: first-class", std::nullopt},
        Case{"suppress_none", "X-Auto-Response-Suppress: None", std::nullopt},
        Case{"suppress_receipts", "X-Auto-Response-Suppress: DR, RN, NRN", std::nullopt},
        Case{"an_answer_to_a_vacation", "Subject: Re: Out of office", std::nullopt},
        Case{"a_subject_about_it", "Subject: my vacation: dates", std::nullopt},
        Case{"null_sender", "Subject: x", NoReply::null_sender, ""},
        Case{"null_sender_in_angles", "Subject: x", NoReply::null_sender, "<>"},
        Case{"own_path", "Subject: x", NoReply::own_address, "b+abc@tanbo.example.net"},
        Case{"own_path_in_capitals", "Subject: x", NoReply::own_address, "GAMES@Tanbo.Example.NET"},
        Case{"auto_replied", "Auto-Submitted: auto-replied (vacation)", NoReply::automatic},
        Case{"auto_generated", "Auto-submitted: Auto-Generated; type=x", NoReply::automatic},
        Case{"twice", "Auto-Submitted: no\r\nAuto-Submitted: auto-replied", NoReply::automatic},
        Case{"comment_first", "Auto-Submitted: (by (a program)) auto-replied", NoReply::automatic},
        Case{"comment_only_opened", "Auto-Submitted: (auto-replied", NoReply::automatic},
        Case{"comment_before_no", "Auto-Submitted: (me) no", std::nullopt},
        Case{"bulk_second", "Precedence: first-class\r\nPrecedence: bulk", NoReply::bulk},
        Case{"suppress_second", "X-Auto-Response-Suppress: None\r\nX-Auto-Response-Suppress: All",
             std::nullopt},
        Case{"delivered_by_responder",
             "Delivered-To: games@tanbo.example.net\r\nDelivered-To: Autoresponder",
             NoReply::automatic},
        Case{"the_command", "Subject: Vacation: 2026-12-20..2027-01-03", std::nullopt},
        Case{"vacation_program", "Subject: Vacation: Re: Tanbo game 17", NoReply::vacation},
        Case{"autoreply", "X-Autoreply: yes", NoReply::automatic},
        Case{"suppress_all", "X-Auto-Response-Suppress: All", std::nullopt},
        Case{"suppress_oof", "X-Auto-Response-Suppress: DR, OOF, AutoReply", std::nullopt},
        Case{"suppress_and_automatic",
             "X-Auto-Response-Suppress: All\r\nAuto-Submitted: auto-replied", NoReply::automatic},
        Case{"list_id", "List-Id: games <games.example.com>", NoReply::list},
        Case{"unsubscribe", "List-Unsubscribe: <mailto:x@example.com>", NoReply::list},
        Case{"bulk", "Precedence: bulk", NoReply::bulk},
        Case{"junk", "Precedence: Junk", NoReply::bulk},
        Case{"daemon", "Subject: x", NoReply::daemon, "MAILER-DAEMON@example.org"},
        Case{"no_reply", "Subject: x", NoReply::daemon, "noreply+17@example.org"},
        Case{"bounces", "Subject: x", NoReply::daemon, "bounces+ann=example.org@example.com"},
        Case{"english", "Subject: Automatic reply: Tanbo game 17", NoReply::vacation},
        Case{"office", "Subject: Out of Office: Tanbo game 17", NoReply::vacation},
        Case{"german", "Subject: Abwesenheitsnotiz: Tanbo", NoReply::vacation},
        Case{"german_2", "Subject: =?utf-8?q?Nicht_im_B=C3=BCro?=", NoReply::vacation},
        Case{"french", "Subject: =?iso-8859-1?q?R=E9ponse_automatique?=: x", NoReply::vacation},
        Case{"spanish", "Subject: =?utf-8?q?Respuesta_autom=C3=A1tica=3A_x?=", NoReply::vacation},
        Case{"report",
             "MIME-Version: 1.0\r\nContent-Type: multipart/report; boundary=x\r\n\r\n--x\r\n",
             NoReply::report},
        Case{"receipt",
             "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
             NoReply::report}),
    [](const auto& test) { return test.param.name; });

TEST(AutoReplyPolicy, KnowsItsOwnAddressInTheFrom) {
    const auto mail = mime::read_mail("From: Tanbo <games@tanbo.example.net>\n\nhelp\n");

    EXPECT_EQ(why_no_reply(*mail, "ann@example.org", domain), NoReply::own_address);
    EXPECT_EQ(why_no_reply(*mail, "ann@example.org", "example.com"), std::nullopt);
}

// Exchange writes it into people's mails, too.
TEST(AutoReplyPolicy, TakesAWishForNoAnswersForNoSignOfAMachine) {
    const auto wish_of = [](const std::string& headers) {
        const auto mail =
            mime::read_mail("From: ann@example.org\r\n" + headers + "\r\n\r\nK10\r\n");
        return mail && mail->signs.wants_no_answers;
    };
    EXPECT_TRUE(wish_of("X-Auto-Response-Suppress: All"));
    EXPECT_TRUE(wish_of("X-Auto-Response-Suppress: DR, OOF, AutoReply"));
    EXPECT_TRUE(wish_of("X-Auto-Response-Suppress: None\r\nx-auto-response-suppress: OOF"));
    EXPECT_FALSE(wish_of("X-Auto-Response-Suppress: DR, RN, NRN"));
    EXPECT_FALSE(wish_of("Subject: x"));
}

TEST(AutoReplyPolicy, LetsAPointThroughButOfWhatComesBackByItself) {
    for (const NoReply reason :
         {NoReply::null_sender, NoReply::own_address, NoReply::report, NoReply::receipt}) {
        EXPECT_FALSE(can_hold_point(reason)) << no_reply_name(reason);
    }
    for (const NoReply reason :
         {NoReply::automatic, NoReply::list, NoReply::bulk, NoReply::daemon, NoReply::vacation}) {
        EXPECT_TRUE(can_hold_point(reason)) << no_reply_name(reason);
    }
}

TEST(AutoReplyPolicy, NamesEachReason) {
    EXPECT_EQ(no_reply_name(NoReply::null_sender), "null-sender");
    EXPECT_EQ(no_reply_name(NoReply::vacation), "vacation");
}

}  // namespace
}  // namespace tanbo::mail::inbound
