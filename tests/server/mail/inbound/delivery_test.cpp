// The fate of mails before anybody looks for commands: copies, bounces, unsubscribing.

#include <gtest/gtest.h>

#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

using notify::TokenPurpose;

TEST_F(Mails, ActOnceHoweverOftenTheyArrive) {
    const GameId game = start_game();
    const std::string raw = mail("anna@example.org", "Re: Tanbo", point(game));
    const std::string to = mime::reply_address(turn_token(anna, game, 0), domain);
    const auto first = deliver(raw, to);
    work();
    const std::uint32_t after = seq(game);
    send_all();

    const auto second = deliver(raw, to);
    work();
    send_all();
    const auto third = deliver(raw, to);
    work();

    EXPECT_EQ(seq(game), after);
    EXPECT_EQ(outcome(first), "acted");
    EXPECT_EQ(outcome(second), "repeat");
    EXPECT_EQ(outcome(third), "repeat");
    // The answer, and the answer once more.
    ASSERT_EQ(mails().size(), 2U);
    EXPECT_EQ(mails()[1].message, mails()[0].message + ".again");
}

TEST_F(Mails, GetNoSecondAnswerWhileTheFirstIsToBeSent) {
    const GameId game = start_game();
    const std::string raw = mail("anna@example.org", "Re: Tanbo", point(game));
    const std::string to = mime::reply_address(turn_token(anna, game, 0), domain);
    deliver(raw, to);
    deliver(raw, to);

    work();

    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(mails().size(), 1U);
}

// --- answers to all ---

// To the reply address and to games@, as some programs answer a mail that has both.
std::string to_all(const std::string& token, std::string_view domain) {
    return mime::reply_address(token, domain) + ", " + mime::commands_address(domain);
}

// The fault: the copy to games@, which DMARC doesn't vouch for, was explained to its writer beside
// the answer to the other.
TEST_F(Mails, ToAllGetOneAnswer) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game, 0);
    const std::string raw =
        mail("anna@example.org", "Re: Tanbo", "move " + to_string(game) + " " + point(game), {},
             to_all(token, domain));
    const auto to_games = deliver(raw);
    const auto to_reply = deliver(raw, mime::reply_address(token, domain));
    work();

    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(outcome(to_games), "answered-elsewhere");
    EXPECT_EQ(outcome(to_reply), "acted");
    EXPECT_EQ(mails().size(), 1U);
}

// The negative control: a copy that names no other address of ours is explained.
TEST_F(Mails, ToGamesAloneAreExplained) {
    const GameId game = start_game();
    const auto id = deliver(
        mail("anna@example.org", "Re: Tanbo", "move " + to_string(game) + " " + point(game)));
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_EQ(mails().size(), 1U);
}

TEST_F(Mails, ToAllThatNameATokenWhichIsNoneAreExplained) {
    const GameId game = start_game();
    const auto id =
        deliver(mail("anna@example.org", "Re: Tanbo", "move " + to_string(game) + " " + point(game),
                     {}, to_all("abcdefgh", domain)));
    work();

    EXPECT_EQ(outcome(id), "refused");
}

// Whichever comes first; also once the first answer is out.
TEST_F(Mails, ToAllOfAKnownWriterActOnceAndGetOneAnswer) {
    for (const bool is_reply_first : {true, false}) {
        const GameId game = start_game();
        const std::string token = turn_token(anna, game, 0);
        const std::string say = "say " + to_string(game) + " hello";
        const std::string raw =
            mail("anna@example.org", "Re: Tanbo", say, vouched, to_all(token, domain));
        const std::string reply_to = mime::reply_address(token, domain);
        const std::string games = mime::commands_address(domain);
        const std::size_t before = mails().size();

        const auto first = deliver(raw, is_reply_first ? reply_to : games);
        work();
        send_all();
        const auto second = deliver(raw, is_reply_first ? games : reply_to);
        work();

        EXPECT_EQ(outcome(first), "acted");
        EXPECT_EQ(outcome(second), "repeat");
        EXPECT_EQ(mails().size(), before + 1);
    }
    EXPECT_EQ(rows().chat_messages(), 2);
}

// The copy that is silent is not taken for the one that is answered.
TEST_F(Mails, ToAllThatAskAreAnsweredWhicheverCopyComesFirst) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game, 0);
    const std::string raw =
        mail("anna@example.org", "Re: Tanbo", "show", vouched, to_all(token, domain));

    const auto to_games = deliver(raw);
    work();
    const auto to_reply = deliver(raw, mime::reply_address(token, domain));
    work();

    EXPECT_EQ(outcome(to_games), "answered-elsewhere");
    EXPECT_EQ(outcome(to_reply), "answered");
    EXPECT_EQ(mails().size(), 1U);
}

TEST_F(Mails, ToTheAddressOfAnUnsubscribeLinkStopTheMailsOfTheGame) {
    const GameId game = start_game();
    const std::string token = tokens->make({TokenPurpose::unsubscribe, number_of(anna.account),
                                            number_of(game), 0, now() + std::chrono::hours(24)},
                                           now());

    const auto id = reply(token, "");
    work();

    EXPECT_EQ(outcome(id), "unsubscribed");
    EXPECT_EQ(rows().mail_mutes(), 1);
    EXPECT_TRUE(mails().empty());
}

TEST_F(Mails, ThatCameBackAreCountedAgainstTheAddressOnce) {
    write("anna@example.org", "rules");
    work();
    const auto mail = number_of(mails().front().id);
    const std::string raw =
        "From: MAILER-DAEMON@elsewhere.example\r\nSubject: Undelivered\r\n"
        "Message-ID: <b@elsewhere.example>\r\n\r\nmove 1 B1\r\n";
    const std::string token =
        tokens->make({TokenPurpose::bounce, mail, 0, 0, now() + std::chrono::hours(24)}, now());

    const auto id = deliver(raw, mime::bounce_address(token, domain), "");
    const auto forged = deliver(raw, mime::bounce_address("abc", domain), "");
    work();

    EXPECT_EQ(outcome(id), "bounce");
    EXPECT_EQ(outcome(forged), "dropped-bounce");
    EXPECT_EQ(rows().bounced_mails(), 1);
    EXPECT_EQ(mails().size(), 1U);
}

TEST_F(Mails, ToThePostmasterAreKeptAndNotAnswered) {
    const auto id =
        deliver(mail("new@elsewhere.example", "help", "help"), "postmaster@tanbo.example.net");
    work();

    EXPECT_EQ(outcome(id), "postmaster");
    EXPECT_TRUE(mails().empty());
}

}  // namespace
}  // namespace tanbo::mail::inbound
