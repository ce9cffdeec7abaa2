// Whole mails, byte for byte; tests/checks/test_golden_mails.py reads them with another's eyes.

#include <gtest/gtest.h>

#include "tests/protocol/golden.hpp"
#include "tests/server/mail/outbound/composing.hpp"

namespace tanbo::mail::outbound {
namespace {

using protocol::NoticeKind;

// With LF, and without the pictures' bytes, which follow from the machine's fonts.
std::string reviewable(const Outgoing& mail) {
    std::string text;
    for (const char c : mail.bytes) {
        if (c != '\r') text += c;
    }
    const std::size_t part = text.find("Content-Type: image/png");
    if (part == std::string::npos) return text;
    const std::size_t begin = text.find("\n\n", part) + 2;
    const std::size_t end = text.find("\n--", begin);
    return text.replace(begin, end - begin, "aVZCT1J3MEtHZ289\n");
}

class GoldenMails : public ComposerTest {
protected:
    void expect_golden(const std::string& name, const store::Mail& mail) {
        EXPECT_TRUE(protocol::matches_golden("letter-" + name + ".eml", reviewable(sent(mail))));
    }
};

TEST_F(GoldenMails, OfAGame) {
    const protocol::GameId game = start_game();
    expect_golden("started", notice_row(ben, NoticeKind::game_started));
    play(game, 40);
    expect_golden("turn", notice_row(anna, NoticeKind::your_turn));
    ASSERT_TRUE(submit(game, engine::Propose{ben.account, engine::ProposalKind::undo}));
    expect_golden("proposal", notice_row(anna, NoticeKind::proposal));
    expect_golden("digest", row("d.1.2026-11-21", "digest",
                                protocol::encode_digest_mail({"2026-11-21", 1, 100}), &anna));
    play(game, 1'000);
    expect_golden("result", notice_row(anna, NoticeKind::game_finished));
}

TEST_F(GoldenMails, OfFourPlayers) {
    const protocol::GameId game = start_four();
    play(game, 60);
    ASSERT_TRUE(submit(game, engine::Leave{dora.account}));
    expect_golden("turn-4p", notice_row(anna, NoticeKind::your_turn));
    expect_golden("left-4p", notice_row(ben, NoticeKind::player_left));
}

TEST_F(GoldenMails, OfABoardOfThreeDimensions) {
    play(start_game("5x5x5"), 30);
    expect_golden("turn-3d", notice_row(anna, NoticeKind::your_turn));
}

TEST_F(GoldenMails, ThatAnswerMails) {
    protocol::ReplyMail reply;
    reply.subject = "Re: J\xc3\xbcrgen \"fragt\"\r\nBcc: all@example.org";
    reply.text = "> zug 17 \xc3\xa4\n\nNothing in this mail was understood.\n";
    reply.in_reply_to = "letter@example.org";
    expect_golden("answer", row("r.5", "reply", protocol::encode_reply_mail(reply)));
}

}  // namespace
}  // namespace tanbo::mail::outbound
