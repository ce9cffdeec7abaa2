#include "server/mail/text/account_mail.hpp"

#include <gtest/gtest.h>

#include "protocol/people/account_answers.hpp"

namespace tanbo::mail::text {
namespace {

using namespace std::chrono_literals;

constexpr engine::Instant at =
    engine::Instant(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)) + 12h;

TEST(AccountMails, CarryTheirLink) {
    const protocol::MailData data =
        protocol::decode_mail_data(protocol::encode_link_mail("anna", "https://x/y", at));

    for (const char* kind : {"verify-address", "password-reset"}) {
        const MailText text = account_mail_text(kind, data, {});
        EXPECT_NE(text.body.find("\n  https://x/y\n"), std::string::npos) << kind;
        EXPECT_NE(text.body.find("anna"), std::string::npos) << kind;
        EXPECT_NE(text.body.find("\nThe link works once, until Sun 1 Mar 2026, 12:00 (UTC).\n"),
                  std::string::npos)
            << kind;
    }
}

// A reset to an address that was verified a day ago was answered with 202, and no mail came.
TEST(AccountMails, SayFromWhenResetsReachANewAddress) {
    const protocol::MailData data =
        protocol::decode_mail_data(protocol::encode_link_mail("anna", "https://x/y", at));

    const std::string body = account_mail_text("verify-address", data, {}).body;

    EXPECT_NE(body.find("\nPassword resets go to this address from 7 days after that.\n"),
              std::string::npos)
        << body;
}

TEST(AccountMails, TellTheTimeOfTheReader) {
    const protocol::MailData data =
        protocol::decode_mail_data(protocol::encode_link_mail("anna", "https://x/y", at));

    const MailText text = account_mail_text(
        "password-reset", data, {"Europe/Berlin", [](engine::Instant) { return 60min; }});

    EXPECT_NE(text.body.find("until Sun 1 Mar 2026, 13:00 (UTC+1, Europe/Berlin)."),
              std::string::npos)
        << text.body;
}

TEST(AccountMails, HaveNoLinkIfNothingIsToBeDone) {
    const protocol::MailData data = protocol::decode_mail_data(protocol::encode_plain_mail("anna"));

    for (const char* kind : {"address-known", "password-changed"}) {
        const MailText text = account_mail_text(kind, data, {});
        EXPECT_EQ(text.body.find("://"), std::string::npos) << kind;
        EXPECT_NE(text.body.find("anna"), std::string::npos) << kind;
    }
    EXPECT_EQ(account_mail_text("turn", data, {}).body, "");
}

}  // namespace
}  // namespace tanbo::mail::text
