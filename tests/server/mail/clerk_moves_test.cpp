// What letters do in games: stones, proposals and plans.

#include <gtest/gtest.h>

#include "tests/server/mail/clerk_letters.hpp"

namespace tanbo::mail {
namespace {

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

TEST_F(Letters, ShowTheBoardWhereAPointCannotBePlayed) {
    const GameId game = start_game();

    const auto id = reply(turn_token(anna, game, 0), "A99");
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(id), point(game))) << answer_to(id);
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

}  // namespace
}  // namespace tanbo::mail
