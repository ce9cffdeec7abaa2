// Mails at work in games: stones, proposals and plans.

#include <gtest/gtest.h>

#include "protocol/games/clock_text.hpp"
#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

TEST_F(Mails, AnswerATurnMailByAPoint) {
    const GameId game = start_game();
    const std::string played = point(game);

    const auto id = reply(turn_token(anna, game, 0), played + "\r\n\r\n-- \r\nAnna");
    work();

    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(counted("acted"), 1U);
    ASSERT_EQ(answers().size(), 1U);
    // To the account's own address, for any writer.
    EXPECT_EQ(answers()[0].address, "anna@example.org");
    EXPECT_FALSE(answers()[0].reply.token.empty());
    EXPECT_EQ(answers()[0].reply.subject, "Re: Tanbo");
    EXPECT_EQ(answers()[0].reply.in_reply_to, "1@example.org");
}

TEST_F(Mails, AskIfTheirPageNamesAnotherPoint) {
    const GameId game = start_game();
    const std::vector<std::string> points = legal(game);
    const auto with_page = [&](const std::string& page) {
        return deliver(
            "From: whoever@elsewhere.example\r\nSubject: Re: Tanbo\r\n"
            "Message-ID: <" +
                page +
                "@example.org>\r\n"
                "Content-Type: multipart/alternative; boundary=b\r\n\r\n"
                "--b\r\nContent-Type: text/plain\r\n\r\n" +
                points[0] +
                "\r\n"
                "--b\r\nContent-Type: text/html\r\n\r\n<p>" +
                page + "</p>\r\n--b--\r\n",
            mime::reply_address(turn_token(anna, game, 0), domain));
    };

    const auto doubtful = with_page(points[1]);
    work();
    const std::uint32_t plies_before = ply(game);
    const auto sure = with_page(points[0]);
    work();

    EXPECT_EQ(outcome(doubtful), "refused");
    EXPECT_EQ(plies_before, 0U);
    EXPECT_TRUE(has(answer_to(doubtful), "`" + points[1] + "`")) << answer_to(doubtful);
    EXPECT_EQ(outcome(sure), "acted");
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Mails, MayMakeTheSameMoveAgain) {
    const GameId game = start_game();
    const std::string played = point(game);
    reply(turn_token(anna, game, 0), played);
    work();
    ASSERT_TRUE(play(game, 1).has_value());
    const std::uint32_t after = seq(game);

    // Another mail with the same move: by its token, by its ply, and by neither.
    const auto by_token = reply(turn_token(anna, game, 0), played);
    const auto by_ply = write("anna@example.org", "move " + to_string(game) + " " + played + "#0");
    const auto by_stone = write("anna@example.org", "move " + to_string(game) + " " + played);
    work();

    EXPECT_EQ(seq(game), after);
    EXPECT_EQ(outcome(by_token), "acted");
    EXPECT_EQ(outcome(by_ply), "acted");
    EXPECT_EQ(outcome(by_stone), "acted");
}

TEST_F(Mails, OfAnOlderPlyMoveNoStone) {
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

TEST_F(Mails, OfThePresentPlyMoveOne) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 2).has_value());

    reply(turn_token(anna, game, 2), legal(game)[1] + "#2");
    work();

    EXPECT_EQ(ply(game), 3U);
}

TEST_F(Mails, ShowTheBoardIfAPointCannotBePlayed) {
    const GameId game = start_game();

    const auto id = reply(turn_token(anna, game, 0), "A99");
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(id), point(game))) << answer_to(id);
}

TEST_F(Mails, ShowTheBoardIfAReplyIsOfWordsAlone) {
    const GameId game = start_game();

    reply(turn_token(anna, game, 0), "I am thinking about the corner.");
    write("anna@example.org", "I am thinking about the corner.");
    work();

    EXPECT_EQ(ply(game), 0U);
    const auto sent = answers();
    ASSERT_EQ(sent.size(), 2U);
    const std::string& to_reply = sent[0].reply.text;
    EXPECT_NE(to_reply.find("Your email contained no command"), std::string::npos);
    EXPECT_NE(to_reply.find("This is game " + to_string(game) + " now"), std::string::npos);
    EXPECT_NE(to_reply.find(legal(game)[0]), std::string::npos);
    EXPECT_EQ(sent[1].reply.text.find("This is game"), std::string::npos);
}

// --- the same ply again ---

// The fault: the mail of the first turn would have placed a stone in the second one.
TEST_F(Mails, OfATurnThatWasTakenBackMoveNoStoneInTheNext) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game);
    ASSERT_TRUE(play(game, 1).has_value());
    take_back(game);
    const std::uint32_t before = seq(game);

    const auto bare = reply(token, legal(game)[1]);
    const auto with_ply = reply(token, legal(game)[1] + "#0");
    // Who is known by their address, too, may have meant the turn that they answer.
    const auto vouched_for = deliver(mail("anna@example.org", "Re: Tanbo", legal(game)[2], vouched,
                                          mime::reply_address(token, domain)),
                                     mime::reply_address(token, domain));
    work();

    EXPECT_EQ(seq(game), before);
    for (const auto id : {bare, with_ply, vouched_for}) {
        EXPECT_EQ(outcome(id), "refused");
        EXPECT_TRUE(has(answer_to(id), "Moves were undone")) << answer_to(id);
        EXPECT_TRUE(has(answer_to(id), "latest email")) << answer_to(id);
        EXPECT_TRUE(has(answer_to(id), legal(game)[0])) << answer_to(id);
    }
    reply(last_token(), legal(game)[1]);
    work();
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Mails, OfATurnAfterThoseTakenBackMoveNoStone) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 2).has_value());
    const std::string token = turn_token(anna, game);
    take_back(game);
    ASSERT_TRUE(play(game, 2).has_value());
    ASSERT_EQ(ply(game), 2U);

    const auto id = reply(token, point(game));
    work();

    EXPECT_EQ(ply(game), 2U);
    EXPECT_EQ(outcome(id), "refused");
}

TEST_F(Mails, OfATurnThatWasTakenBackPlanAndAgreeToNothing) {
    const GameId game = start_game();
    const auto points = legal(game);
    const std::string of_anna = turn_token(anna, game);
    ASSERT_TRUE(play(game, 1).has_value());
    const std::string of_ben = turn_token(ben, game);
    take_back(game);
    ASSERT_TRUE(play(game, 1).has_value());
    ASSERT_TRUE(
        submit(game, engine::Propose{anna.account, engine::ProposalKind::undo, {}}).has_value());
    const std::uint32_t before = seq(game);

    const auto plan = reply(of_anna, "plan if any then " + points[3]);
    const auto yes = reply(of_ben, "yes");
    work();

    EXPECT_EQ(seq(game), before);
    EXPECT_EQ(outcome(plan), "refused") << answer_to(plan);
    EXPECT_EQ(outcome(yes), "refused") << answer_to(yes);
    EXPECT_EQ(rows().plans(), 0);
}

TEST_F(Mails, OutliveWhatEndsNoTurn) {
    using engine::ProposalKind;
    auto request = game_request("9x9", {"me", "ben"});
    request.terms.clock = *protocol::read_clock("3d/move");
    const GameId game = open_game(anna, request)->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
    ASSERT_TRUE(play(game, 2).has_value());
    const std::string token = turn_token(anna, game);
    ASSERT_TRUE(submit(game, engine::Propose{anna.account, ProposalKind::undo, {}}).has_value());
    answer_proposal(game, false);
    ASSERT_TRUE(submit(game, engine::Propose{anna.account, ProposalKind::pause, {}}).has_value());
    answer_proposal(game, true);
    ASSERT_TRUE(submit(game, engine::Resume{anna.account}).has_value());
    write("ben@example.org", "say " + to_string(game) + " Take your time.");

    const auto id = reply(token, point(game));
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(ply(game), 3U);
}

TEST_F(Mails, ThatWereObeyedAreKnownAgainAfterTheirStoneWasTakenBack) {
    const GameId game = start_game();
    const std::string raw = mail("anna@example.org", "Re: Tanbo", point(game));
    const std::string to = mime::reply_address(turn_token(anna, game), domain);
    const auto first = deliver(raw, to);
    work();
    take_back(game);
    const std::uint32_t before = seq(game);

    const auto again = deliver(raw, to);
    work();
    forget_end_of(first);
    work();

    EXPECT_EQ(seq(game), before);
    EXPECT_EQ(outcome(again), "repeat");
    EXPECT_EQ(outcome(first), "acted");
    EXPECT_FALSE(has(answer_to(first), "Not done")) << answer_to(first);
}

TEST_F(Mails, FromBeforeTheSeatsWereSwappedMoveNoStone) {
    auto request = game_request("9x9", {"me", "ben"});
    request.terms.swap = true;
    const GameId game = open_game(anna, request)->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
    ASSERT_TRUE(play(game, 1).has_value());
    const std::string before = turn_token(anna, game);
    ASSERT_TRUE(submit(game, engine::Swap{ben.account}).has_value());

    const auto old = reply(before, point(game));
    const auto latest = reply(turn_token(anna, game), point(game));
    work();

    EXPECT_EQ(outcome(old), "refused");
    EXPECT_TRUE(has(answer_to(old), "swapped")) << answer_to(old);
    EXPECT_EQ(outcome(latest), "acted") << answer_to(latest);
    EXPECT_EQ(ply(game), 2U);
}

// --- options of games ---

TEST_F(Mails, SetWhatBecomesOfTheSeatsOfLeavers) {
    const auto asked = write("anna@example.org",
                             "challenge ben carl open --setup=19x19-4p --leaver-policy=substitute");
    const auto of_two =
        write("anna@example.org", "challenge ben --setup=9x9 --leaver-policy=substitute");
    work();

    EXPECT_EQ(outcome(asked), "acted") << answer_to(asked);
    EXPECT_TRUE(has(answer_to(asked), "leavers are\nreplaced")) << answer_to(asked);
    EXPECT_EQ(outcome(of_two), "refused");
    EXPECT_TRUE(has(answer_to(of_two), "three or more")) << answer_to(of_two);
    EXPECT_EQ(rows().challenges_with("leaver_policy", "substitute"), 1);
}

// --- proposals and plans ---

TEST_F(Mails, AskForAnUndoAndAgreeToIt) {
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

// Ben is asked to take a stone back, and has himself asked to abort the game.
class MailsToSeveralQuestions : public Mails {
protected:
    void propose_both(GameId game) {
        using engine::ProposalKind;
        ASSERT_TRUE(submit(game, engine::Propose{anna.account, ProposalKind::undo, {}}));
        ASSERT_TRUE(submit(game, engine::Propose{ben.account, ProposalKind::abort, {}}));
    }
};

TEST_F(MailsToSeveralQuestions, AnswerAllThatWasAskedBeforeTheMailTheyAnswer) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 1).has_value());
    propose_both(game);

    const auto id = reply(turn_token(ben, game), "no");
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_TRUE(match(game)->proposals().empty());
    EXPECT_TRUE(has(answer_to(id), "abort") && has(answer_to(id), "undo")) << answer_to(id);
}

// The answers are commands like others, one for each proposal, with a key of their own: a mail that
// is interrupted between two of them answers the rest, and says what it has answered before.
TEST_F(MailsToSeveralQuestions, GiveEachAnswerOnceIfTheyAreInterruptedBetweenTwo) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 1).has_value());
    propose_both(game);
    // The second answer can't be stored, nor what comes after it.
    const std::uint32_t second = seq(game) + 2;
    rows().refuse_event(second);
    const auto id = reply(turn_token(ben, game), "no");
    work();
    EXPECT_EQ(outcome(id), "waiting");
    EXPECT_EQ(seq(game), second - 1);
    rows().mend();

    now_ms += 10'000;
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(seq(game), second);
    EXPECT_TRUE(match(game)->proposals().empty());
    EXPECT_TRUE(has(answer_to(id), "abort") && has(answer_to(id), "undo")) << answer_to(id);
}

TEST_F(Mails, OfAnOlderPlyAgreeToNothing) {
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

TEST_F(Mails, OfAnOlderPlyRemoveNoPlan) {
    const GameId game = start_game();
    const std::string old = turn_token(anna, game);
    ASSERT_TRUE(play(game, 3).has_value());
    reply(turn_token(anna, game), "plan if any then " + legal(game)[2]);
    work();
    ASSERT_EQ(rows().plans(), 1);

    const auto late = reply(old, "unplan");
    work();

    EXPECT_EQ(outcome(late), "refused") << answer_to(late);
    EXPECT_EQ(rows().plans(), 1);
    reply(last_token(), "unplan");
    work();
    EXPECT_EQ(rows().plans(), 0);
}

// The fault: a late "yes" agreed to whatever had been asked since.
TEST_F(Mails, AgreeToNothingThatWasAskedAfterTheMailTheyAnswer) {
    using engine::ProposalKind;
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 2).has_value());
    ASSERT_TRUE(submit(game, engine::Propose{anna.account, ProposalKind::undo, {}}).has_value());
    const std::string token = turn_token(ben, game);
    answer_proposal(game, false);
    ASSERT_TRUE(submit(game, engine::Propose{anna.account, ProposalKind::undo, {}}).has_value());

    const auto late = reply(token, "yes");
    work();

    EXPECT_EQ(ply(game), 2U);
    EXPECT_EQ(outcome(late), "refused");
    EXPECT_TRUE(has(answer_to(late), "newer than the email")) << answer_to(late);
    reply(last_token(), "yes");
    work();
    EXPECT_EQ(ply(game), 0U);
}

TEST_F(Mails, PlanBehindAMoveOfTheSameMail) {
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

}  // namespace
}  // namespace tanbo::mail::inbound
