#include "server/mail/mime/delivery_report.hpp"

#include <gtest/gtest.h>

#include "server/mail/mime/mail.hpp"

namespace tanbo::mail::mime {
namespace {

constexpr std::string_view status =
    "Reporting-MTA: dns; mx.example.org\r\n"
    "Arrival-Date: Fri, 20 Nov 2026 10:12:00 +0000\r\n"
    "\r\n"
    "Final-Recipient: rfc822; ann@example.org\r\n"
    "Original-Recipient: rfc822;<Ann@example.org>\r\n"
    "Action: failed\r\n"
    "Status: 5.1.1 (no such mailbox)\r\n"
    "Diagnostic-Code: smtp; 550 5.1.1 <ann@example.org>: Recipient\r\n"
    "    address rejected\r\n"
    "\r\n"
    "Final-Recipient: rfc822; bob@example.com\r\n"
    "Action: Delayed\r\n"
    "Status: 4.4.1\r\n";

TEST(DeliveryReport, TellsWhatBecameOfEachRecipient) {
    const DeliveryReport report =
        read_delivery_report(status, "Subject: x\r\nMessage-ID: <n.1.12@tanbo.example.net>\r\n");

    ASSERT_EQ(report.recipients.size(), 2U);
    EXPECT_EQ(
        report.recipients[0],
        (ReportedRecipient{"ann@example.org", "Ann@example.org", DeliveryAction::failed, "5.1.1",
                           "550 5.1.1 <ann@example.org>: Recipient    address rejected"}));
    EXPECT_TRUE(is_permanent_failure(report.recipients[0]));
    EXPECT_EQ(report.recipients[1].action, DeliveryAction::delayed);
    EXPECT_FALSE(is_permanent_failure(report.recipients[1]));
    EXPECT_EQ(report.original_message_id, "n.1.12@tanbo.example.net");
}

TEST(DeliveryReport, TakesOnlyAFailureForOne) {
    ReportedRecipient recipient{"ann@example.org", "", DeliveryAction::failed, "", ""};
    EXPECT_TRUE(is_permanent_failure(recipient));
    recipient.status = "4.2.2";
    EXPECT_FALSE(is_permanent_failure(recipient));
    recipient = {"ann@example.org", "", DeliveryAction::relayed, "5.0.0", ""};
    EXPECT_FALSE(is_permanent_failure(recipient));
}

TEST(DeliveryReport, LeavesOutAStatusThatIsNone) {
    for (const std::string bad :
         {"5", "5.1", "5..1", "3.1.1", "5.1.1.1", "5.1111.1", "x.1.1", "5.1."}) {
        const auto report = read_delivery_report("Action: failed\nStatus: " + bad + "\n", "");
        EXPECT_EQ(report.recipients.at(0).status, "") << bad;
    }
    EXPECT_EQ(read_delivery_report("Action: failed\nStatus: 5.123.456\n", "").recipients[0].status,
              "5.123.456");
}

TEST(DeliveryReport, HoldsAsManyRecipientsAndWordsAsAllowedAndNoMore) {
    std::string many;
    for (std::size_t at = 0; at < report_recipients_max; ++at) many += "Action: failed\n\n";
    EXPECT_EQ(read_delivery_report(many, "").recipients.size(), report_recipients_max);
    EXPECT_EQ(read_delivery_report(many + "Action: failed\n", "").recipients.size(),
              report_recipients_max);

    const std::string words(diagnostic_bytes_max, 'x');
    const std::string field = "Action: failed\nDiagnostic-Code: smtp; ";
    EXPECT_EQ(read_delivery_report(field + words, "").recipients[0].diagnostic, words);
    EXPECT_EQ(read_delivery_report(field + words + "y", "").recipients[0].diagnostic, words);
}

TEST(DeliveryReport, IsReadOutOfAMail) {
    const auto mail = read_mail(
        "From: MAILER-DAEMON@mx.example.org\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b/1\"\r\n\r\n"
        "--b/1\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n"
        "--b/1\r\nContent-Type: message/delivery-status\r\n\r\n" +
        std::string(status) +
        "\r\n--b/1\r\nContent-Type: message/rfc822\r\n\r\n"
        "From: games@tanbo.example.net\r\nMessage-ID: <n.1.12@tanbo.example.net>\r\n\r\nK10\r\n"
        "--b/1--\r\n");

    ASSERT_TRUE(mail);
    EXPECT_TRUE(mail->signs.is_report);
    EXPECT_EQ(mail->text, "Sorry.");
    ASSERT_TRUE(mail->report);
    EXPECT_EQ(mail->report->recipients.size(), 2U);
    EXPECT_EQ(mail->report->original_message_id, "n.1.12@tanbo.example.net");
}

TEST(DeliveryReport, IsNotReadOutOfAnAttachment) {
    const auto mail = read_mail(
        "From: ann@example.org\nContent-Type: multipart/mixed; boundary=b\n\n"
        "--b\nContent-Type: message/delivery-status\n\nAction: failed\n--b--\n");

    ASSERT_TRUE(mail);
    EXPECT_FALSE(mail->signs.is_report);
    EXPECT_FALSE(mail->report);
}

}  // namespace
}  // namespace tanbo::mail::mime
