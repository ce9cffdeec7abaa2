#include "protocol/people/mail_rows.hpp"

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

TEST(MailRows, ANoticeComesBackAsItWas) {
    NoticeMail mail;
    mail.kind = NoticeKind::watched_move;
    mail.number = 12;
    mail.is_away_only = true;
    mail.seq = 45;
    mail.since_seq = 40;
    mail.data = R"({"id":17,"players":["\u00fc"]})";

    const std::string data = encode_notice_mail(mail);
    const auto read = decode_notice_mail(data);

    EXPECT_EQ(data, R"({"kind":"watched-move","number":12,"mode":"away","seq":45,"since":40,)"
                    R"("data":{"id":17,"players":["\u00fc"]}})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, mail.kind);
    EXPECT_EQ(read->number, 12);
    EXPECT_TRUE(read->is_away_only);
    EXPECT_EQ(read->seq, 45U);
    EXPECT_EQ(read->since_seq, 40U);
    EXPECT_EQ(read->data, "{\"id\":17,\"players\":[\"\xc3\xbc\"]}");
}

TEST(MailRows, DigestsAndBoardsComeBackAsTheyWere) {
    const auto digest = decode_digest_mail(encode_digest_mail({"2026-11-21", 10, 25}));
    const auto board = decode_board_mail(encode_board_mail({MailWatchId{3}, 45, 44}));

    ASSERT_TRUE(digest && board);
    EXPECT_EQ(digest->day, "2026-11-21");
    EXPECT_EQ(digest->from, 10);
    EXPECT_EQ(digest->to, 25);
    EXPECT_EQ(board->watch, MailWatchId{3});
    EXPECT_EQ(board->seq, 45U);
    EXPECT_EQ(board->since_seq, 44U);
}

TEST(MailRows, AnAnswerToAnyMailComesBackAsItWas) {
    ReplyMail mail;
    mail.subject = "Re: \"K10\"\r\nBcc: all@example.org";
    mail.text = "> K10\n\nPlayed.\n";
    mail.in_reply_to = "a@example.org";
    mail.references = {"b@example.org", "a@example.org"};
    mail.token = "0123";

    const auto read = decode_reply_mail(encode_reply_mail(mail));

    ASSERT_TRUE(read);
    EXPECT_EQ(read->subject, mail.subject);
    EXPECT_EQ(read->text, mail.text);
    EXPECT_EQ(read->in_reply_to, mail.in_reply_to);
    EXPECT_EQ(read->references, mail.references);
    EXPECT_EQ(read->token, mail.token);
}

TEST(MailRows, AnAnswerIsReadableWhateverTheMailWasCalled) {
    ReplyMail mail;
    mail.in_reply_to = std::string(100'000, 'x');
    mail.references.assign(5'000, std::string(1'000, 'y'));
    mail.references[1] += 'y';

    const auto read = decode_reply_mail(encode_reply_mail(mail));

    ASSERT_TRUE(read);
    EXPECT_EQ(read->in_reply_to, "");
    ASSERT_EQ(read->references.size(), 1'000U);
    EXPECT_EQ(read->references[0].size(), 1'000U);
    EXPECT_EQ(read->references[1], "");
}

TEST(MailRows, LinksComeBackAsTheyWere) {
    LinkMail mail{"ann", "https://tanbo.example/mail/watch?token=x", engine::Instant{}, {}};
    mail.mode = MailWatchMode::daily;

    const auto read = decode_link_mail(encode_link_mail(mail));

    ASSERT_TRUE(read);
    EXPECT_EQ(read->handle, "ann");
    EXPECT_EQ(read->link, mail.link);
    EXPECT_EQ(read->expires_at, mail.expires_at);
    EXPECT_EQ(read->mode, MailWatchMode::daily);
}

TEST(MailRows, WhatIsNoSuchRowIsRefused) {
    EXPECT_EQ(decode_notice_mail("{").error().code, Code::malformed_json);
    EXPECT_EQ(decode_notice_mail("{}").error().code, Code::invalid_field);
    const auto strange = decode_notice_mail(
        R"({"kind":"no-such","number":1,"mode":"each","seq":0,"since":0,"data":{}})");
    EXPECT_EQ(strange.error().pointer, "/kind");
    const auto no_object = decode_notice_mail(
        R"({"kind":"challenge","number":1,"mode":"each","seq":0,"since":0,"data":[]})");
    EXPECT_EQ(no_object.error().pointer, "/data");
    EXPECT_EQ(decode_link_mail("[]").error().code, Code::invalid_field);
    EXPECT_EQ(decode_board_mail(R"({"watch":-1,"seq":1,"since":0})").error().pointer, "/watch");
}

}  // namespace
}  // namespace tanbo::protocol
