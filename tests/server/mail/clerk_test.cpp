// Letters through the whole clerk: who may do what by mail, once.

#include <gtest/gtest.h>

#include "protocol/mail_texts.hpp"
#include "tests/server/mail/clerk_fixture.hpp"

namespace tanbo::mail {
namespace {

using game::GameId;
using notice::TokenPurpose;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

class Letters : public ClerkTest {
protected:
    std::uint32_t ply(GameId game) { return match(game, anna.account)->ply(); }
    std::uint32_t seq(GameId game) { return match(game, anna.account)->seq(); }

    // The lowest legal points of who is to move.
    std::vector<std::string> legal(GameId game) {
        const auto present = match(game, anna.account);
        const auto found = present->position().legal_points(*present->to_move());
        std::vector<engine::Point> points(found.begin(), found.end());
        std::ranges::sort(points);
        std::vector<std::string> names;
        names.reserve(points.size());
        for (const engine::Point point : points) {
            names.push_back(engine::point_name(present->opening().lattice(), point));
        }
        return names;
    }
    std::string point(GameId game) { return legal(game).front(); }

    // The token of the one mail that was answered last.
    std::string last_token() { return answers().back().reply.token; }
    // All mails that wait have been sent.
    void send_all() {
        writer->write([this](storage::Transaction& transaction) {
            for (const storage::Mail& mail : storage::mails(transaction, {}, 1'000)) {
                storage::mark_mail_sent(transaction, mail.id, now_ms.load());
            }
        });
    }
    std::uint64_t counted(const std::string& outcome) {
        return metrics
            ->counter("tanbo_letters_total", "Letters that were worked through, by outcome.",
                      {{"outcome", outcome}})
            .value();
    }
};

// --- moves ---

TEST_F(Letters, AnswerATurnMailByAPoint) {
    const GameId game = start_game();
    const std::string played = point(game);

    const auto id = reply(turn_token(anna, game, 0), played + "\r\n\r\n-- \r\nAnna");
    work();

    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(counted("acted"), 1U);
    ASSERT_EQ(answers().size(), 1U);
    // To the account's own address, whoever wrote.
    EXPECT_EQ(answers()[0].address, "anna@example.org");
    EXPECT_FALSE(answers()[0].reply.token.empty());
    EXPECT_EQ(answers()[0].reply.subject, "Re: Tanbo");
    EXPECT_EQ(answers()[0].reply.in_reply_to, "1@example.org");
}

TEST_F(Letters, ActOnceHoweverOftenTheyArrive) {
    const GameId game = start_game();
    const std::string raw = letter("anna@example.org", "Re: Tanbo", point(game));
    const std::string to = reply_address(turn_token(anna, game, 0), domain);
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

TEST_F(Letters, GetNoSecondAnswerWhileTheFirstIsToBeSent) {
    const GameId game = start_game();
    const std::string raw = letter("anna@example.org", "Re: Tanbo", point(game));
    const std::string to = reply_address(turn_token(anna, game, 0), domain);
    deliver(raw, to);
    deliver(raw, to);

    work();

    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(mails().size(), 1U);
}

TEST_F(Letters, MayMakeTheSameMoveAgain) {
    const GameId game = start_game();
    const std::string played = point(game);
    reply(turn_token(anna, game, 0), played);
    work();
    ASSERT_TRUE(play(game, 1).has_value());
    const std::uint32_t after = seq(game);

    // Another letter with the same move: by its token, by its ply, and by neither.
    const auto by_token = reply(turn_token(anna, game, 0), played);
    const auto by_ply =
        write("anna@example.org", "move " + std::to_string(game) + " " + played + "#0");
    const auto by_stone = write("anna@example.org", "move " + std::to_string(game) + " " + played);
    work();

    EXPECT_EQ(seq(game), after);
    EXPECT_EQ(outcome(by_token), "acted");
    EXPECT_EQ(outcome(by_ply), "acted");
    EXPECT_EQ(outcome(by_stone), "acted");
}

TEST_F(Letters, OfAnOlderPlyMoveNoStone) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 2).has_value());
    const std::uint32_t before = seq(game);

    const auto bare = reply(turn_token(anna, game, 0), legal(game)[1]);
    const auto with_ply = reply(turn_token(anna, game, 0), legal(game)[1] + "#2");
    work();

    EXPECT_EQ(seq(game), before);
    EXPECT_EQ(outcome(bare), "refused");
    EXPECT_EQ(outcome(with_ply), "refused");
    EXPECT_TRUE(has(answer_to(bare), "ply 0")) << answer_to(bare);
}

TEST_F(Letters, OfThePresentPlyMoveOne) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 2).has_value());

    reply(turn_token(anna, game, 2), legal(game)[1] + "#2");
    work();

    EXPECT_EQ(ply(game), 3U);
}

TEST_F(Letters, WithATokenActInItsGameOnly) {
    const GameId mine = start_game();
    const GameId other = start_game();
    const std::uint32_t before = seq(other);

    const auto id =
        reply(turn_token(anna, mine, 0), "move " + std::to_string(other) + " " + point(other));
    work();

    EXPECT_EQ(seq(other), before);
    EXPECT_EQ(outcome(id), "refused");
}

TEST_F(Letters, WithATokenActForItsAccountOnly) {
    const GameId game = start_game();

    const auto id = reply(turn_token(ben, game, 0), point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
    EXPECT_EQ(answers()[0].address, "ben@example.org");
}

TEST_F(Letters, WithATokenThatIsTooOldOrMadeUpDoNothing) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game, 0);
    now_ms += std::int64_t{2} * 24 * 3'600 * 1'000;
    std::string forged = token;
    forged[10] = forged[10] == 'a' ? 'b' : 'a';

    const auto old = reply(token, point(game));
    const auto made_up = reply(forged, point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(old), "dropped-unknown");
    EXPECT_EQ(outcome(made_up), "dropped-unknown");
    EXPECT_TRUE(mails().empty());
}

TEST_F(Letters, AreReadInAnyCaseOfTheToken) {
    const GameId game = start_game();
    std::string token = turn_token(anna, game, 0);
    std::ranges::transform(token, token.begin(), [](char c) {
        return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    });

    reply(token, point(game));
    work();

    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Letters, OfTheSuspendedDoNothing) {
    const GameId game = start_game();
    writer->write([this](storage::Transaction& transaction) {
        storage::set_suspended(transaction, static_cast<storage::AccountId>(anna.account),
                               storage::for_ever);
    });

    const auto id = reply(turn_token(anna, game, 0), point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
}

TEST_F(Letters, OfTheDeletedAreNobodys) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game, 0);
    writer->write([this](storage::Transaction& transaction) {
        ASSERT_TRUE(storage::erase_account(transaction,
                                           static_cast<storage::AccountId>(anna.account),
                                           "deleted-1", now_ms.load()));
    });

    const auto id = reply(token, point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "dropped-unknown");
}

TEST_F(Letters, ShowTheBoardWhereAPointCannotBePlayed) {
    const GameId game = start_game();

    const auto id = reply(turn_token(anna, game, 0), "A99");
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(id), point(game))) << answer_to(id);
}

// --- who wrote it ---

TEST_F(Letters, FromAVerifiedAddressPlayWhereItIsVouchedFor) {
    const GameId game = start_game();

    const auto id =
        write("Anna <Anna@example.org>", "move " + std::to_string(game) + " " + point(game));
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Letters, NobodyVouchesForGetOneExplanationInTenMinutes) {
    const GameId game = start_game();
    const std::string body = "move " + std::to_string(game) + " " + point(game);

    const auto first = deliver(letter("anna@example.org", "x", body));
    const auto second = deliver(letter("anna@example.org", "x", body));
    work();
    now_ms += 660'000;
    const auto third = deliver(letter("anna@example.org", "x", body));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(first), "refused");
    EXPECT_EQ(outcome(second), "refused-again");
    EXPECT_EQ(outcome(third), "refused");
    EXPECT_EQ(mails().size(), 2U);
}

TEST_F(Letters, ThatTheirDomainDeniesAreNotAnswered) {
    const auto id = deliver(
        letter("anna@example.org", "help", "help",
               "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org\r\n"));
    work();

    EXPECT_EQ(outcome(id), "dropped-forged");
    EXPECT_TRUE(mails().empty());
}

TEST_F(Letters, OfStrangersAreAnsweredOnlyWhatAnybodyMayAsk) {
    const GameId game = start_game();

    const auto rules = deliver(letter("new@elsewhere.example", "rules", ""));
    const auto move = deliver(
        letter("new@elsewhere.example", "x", "move " + std::to_string(game) + " " + point(game)));
    const auto prose = deliver(letter("new@elsewhere.example", "Hello", "How are you?"));
    work();

    EXPECT_EQ(outcome(rules), "answered");
    EXPECT_EQ(outcome(move), "dropped-unknown");
    EXPECT_EQ(outcome(prose), "dropped-unknown");
    ASSERT_EQ(answers().size(), 1U);
    EXPECT_EQ(answers()[0].address, "new@elsewhere.example");
}

TEST_F(Letters, OfManyStrangersAreAnsweredAFewTimesOnly) {
    for (int i = 0; i < 60; ++i) {
        deliver(letter("n" + std::to_string(i) + "@elsewhere.example", "rules", ""));
    }
    work();

    EXPECT_EQ(mails().size(), static_cast<std::size_t>(strangers_burst));
}

TEST_F(Letters, OfOneWhoWritesTooOftenWaitAndAreNotLost) {
    DeskOptions options;
    options.letters_per_minute = 100;
    open_clerk(options);
    const GameId game = start_game();
    for (int i = 0; i < 100; ++i) write("anna@example.org", "history " + std::to_string(game));
    const auto last = write("anna@example.org", "move " + std::to_string(game) + " " + point(game));
    work();
    ASSERT_EQ(outcome(last), "waiting");

    now_ms += 60'000;
    work();

    EXPECT_EQ(outcome(last), "acted");
    EXPECT_EQ(found(last).attempts, 0);
}

TEST_F(Letters, WithPasswordsAreBlankedAndNotObeyed) {
    const GameId game = start_game();

    const auto id = write("anna@example.org",
                          "tanbo move " + std::to_string(game) + " Anna sesame99 " + point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(found(id).raw, "");
    for (const storage::Mail& mail : mails()) EXPECT_FALSE(has(mail.data, "sesame99")) << mail.data;
}

// --- leaving ---

TEST_F(Letters, LeaveAGameOnlyWhenTheQuestionIsAnswered) {
    const GameId game = start_game();

    const auto asked = write("anna@example.org", "resign " + std::to_string(game));
    work();
    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_EQ(outcome(asked), "answered");
    const std::string token = last_token();
    const auto confirmed = reply(token, "yes");
    work();

    EXPECT_EQ(outcome(confirmed), "acted") << answer_to(confirmed);
    EXPECT_EQ(match(game)->status(), engine::Status::finished);
}

TEST_F(Letters, StayInAGameWhereTheQuestionIsDenied) {
    const GameId game = start_game();
    write("anna@example.org", "resign " + std::to_string(game));
    work();

    reply(last_token(), "no");
    const auto move = reply(last_token(), point(game));
    work();

    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(move), "refused");
}

// --- proposals and plans ---

TEST_F(Letters, AskForAnUndoAndAgreeToIt) {
    const GameId game = start_game();
    reply(turn_token(anna, game, 0), point(game));
    work();

    reply(turn_token(anna, game, 0), "undo");
    work();
    ASSERT_EQ(match(game)->proposals().size(), 1U);
    const auto agreed = reply(turn_token(ben, game, 1), "yes");
    work();

    EXPECT_EQ(outcome(agreed), "acted") << answer_to(agreed);
    EXPECT_EQ(ply(game), 0U);
}

TEST_F(Letters, OfAnOlderPlyAgreeToNothing) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 3).has_value());
    ASSERT_TRUE(
        submit(game, engine::Propose{anna.account, engine::ProposalKind::undo, {}}).has_value());
    const std::uint32_t before = seq(game);

    const auto id = reply(turn_token(ben, game, 1), "yes");
    work();

    EXPECT_EQ(seq(game), before);
    EXPECT_EQ(outcome(id), "refused");
}

TEST_F(Letters, PlanBehindAMoveOfTheSameLetter) {
    const GameId game = start_game();
    const auto points = legal(game);

    const auto id =
        reply(turn_token(anna, game, 0), points[0] + "\r\nplan if any then " + points[1] + "\r\n");
    work();

    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_FALSE(has(answer_to(id), "Not done")) << answer_to(id);
    ASSERT_TRUE(play(game, 1).has_value());
}

// --- accidents ---

TEST_F(Letters, InterruptedBeforeTheirEndChangeNothingTwice) {
    const GameId game = start_game();
    const std::string number = std::to_string(game);
    const auto id = write("anna@example.org", "move " + number + " " + point(game) + "\r\nsay " +
                                                  number + " hello\r\nundo " + number);
    work();
    const std::uint32_t after = seq(game);
    ASSERT_EQ(outcome(id), "acted") << answer_to(id);

    forget_end_of(id);
    work();

    EXPECT_EQ(seq(game), after);
    EXPECT_EQ(count("SELECT count(*) FROM chat_messages"), 1);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_FALSE(has(answer_to(id), "Not done")) << answer_to(id);
}

// The negative control: without what is kept of each line, the words are said twice.
TEST_F(Letters, WouldChangeThingsTwiceWithoutKeys) {
    const GameId game = start_game();
    const auto id = write("anna@example.org", "say " + std::to_string(game) + " hello");
    work();
    ASSERT_EQ(count("SELECT count(*) FROM chat_messages"), 1);

    forget_end_of(id);
    change("DELETE FROM idempotency_keys");
    work();

    EXPECT_EQ(count("SELECT count(*) FROM chat_messages"), 2);
}

TEST_F(Letters, ThatFailAreTriedAgainAndThenSetAsideWhileOthersGoOn) {
    const GameId game = start_game();
    change(
        "CREATE TRIGGER broken BEFORE INSERT ON outbox WHEN new.data LIKE '%broken%' "
        "BEGIN SELECT RAISE(ABORT, 'broken'); END");
    const auto broken = deliver(letter("anna@example.org", "broken", "rules", vouched));
    const auto sound = reply(turn_token(anna, game, 0), point(game));
    work();
    EXPECT_EQ(outcome(sound), "acted");
    EXPECT_EQ(outcome(broken), "waiting");

    for (int i = 1; i < letter_attempts_max; ++i) {
        EXPECT_EQ(found(broken).attempts, i);
        now_ms += 3'600'000;
        work();
    }

    EXPECT_EQ(outcome(broken), "set-aside");
    now_ms += 2 * storage::letters_kept;
    writer->write([this](storage::Transaction& transaction) {
        storage::prune_letters(transaction, now_ms.load(), 100);
    });
    EXPECT_TRUE(database->read([&](storage::Reader& reader) {
        return storage::find_letter(reader, broken).has_value() &&
               !storage::find_letter(reader, sound).has_value();
    }));
}

TEST_F(Letters, ToTheAddressOfAnUnsubscribeLinkStopTheMailsOfTheGame) {
    const GameId game = start_game();
    const std::string token = tokens->make(
        {TokenPurpose::unsubscribe, anna.account, game, 0, now() + std::chrono::hours(24)}, now());

    const auto id = reply(token, "");
    work();

    EXPECT_EQ(outcome(id), "unsubscribed");
    EXPECT_EQ(count("SELECT count(*) FROM mail_mutes"), 1);
    EXPECT_TRUE(mails().empty());
}

TEST_F(Letters, ThatCameBackAreCountedAgainstTheAddressOnce) {
    write("anna@example.org", "rules");
    work();
    const auto mail = static_cast<std::int64_t>(mails().front().id);
    const std::string raw =
        "From: MAILER-DAEMON@elsewhere.example\r\nSubject: Undelivered\r\n"
        "Message-ID: <b@elsewhere.example>\r\n\r\nmove 1 B1\r\n";
    const std::string token =
        tokens->make({TokenPurpose::bounce, mail, 0, 0, now() + std::chrono::hours(24)}, now());

    const auto id = deliver(raw, bounce_address(token, domain), "");
    const auto forged = deliver(raw, bounce_address("abc", domain), "");
    work();

    EXPECT_EQ(outcome(id), "bounce");
    EXPECT_EQ(outcome(forged), "dropped-bounce");
    EXPECT_EQ(count("SELECT count(*) FROM outbox WHERE bounced_at IS NOT NULL"), 1);
    EXPECT_EQ(mails().size(), 1U);
}

TEST_F(Letters, ToThePostmasterAreKeptAndNotAnswered) {
    const auto id =
        deliver(letter("new@elsewhere.example", "help", "help"), "postmaster@tanbo.example.net");
    work();

    EXPECT_EQ(outcome(id), "postmaster");
    EXPECT_TRUE(mails().empty());
}

}  // namespace
}  // namespace tanbo::mail
