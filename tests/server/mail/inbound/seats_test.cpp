// Mails about seats that were left.

#include <gtest/gtest.h>

#include "server/game/bots.hpp"
#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

game::FixtureOptions with_bots() {
    game::FixtureOptions options;
    options.referee.bots.are_on = true;
    return options;
}

class SeatMails : public Mails {
protected:
    SeatMails() : Mails(with_bots()) {
        add_player("bot:2");
        verify(eve, "eve@example.org");
    }

    std::string red(GameId game) { return match(game)->seats()[2].player->handle; }
    // In one line.
    std::string words_to(protocol::InboundMailId id) {
        std::string words = answer_to(id);
        std::ranges::replace(words, '\n', ' ');
        return words;
    }
    std::string refusal_by_rest(GameId game, const engine::Player& asker, const std::string& bot) {
        const protocol::TakeSeat request{{}, {}, bot};
        const auto taken =
            on(0, [&] { return game::submit_bot(*referee, game, asker.account, request, {}); });
        return taken ? std::string() : taken.error().detail;
    }

    engine::Player eve = add_player("eve");
};

TEST_F(SeatMails, GiveALeaversSeatToABot) {
    const GameId game = game_left_by(carl);

    const auto id = write("anna@example.org", "substitute " + to_string(game) + " bot:2");
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_TRUE(has(words_to(id), "bot:2 has taken over red in game 1.")) << words_to(id);
    EXPECT_EQ(red(game), "bot:2");
    EXPECT_EQ(match(game)->seats()[2].state, engine::SeatState::in);
    expect_sound_log(game);
}

TEST_F(SeatMails, ThatAnswerOneNeedNoNumber) {
    const GameId game = game_left_by(carl);

    const auto id = reply(turn_token(ben, game), "substitute bot:2 red");
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(red(game), "bot:2");
}

// The fault: once others had moved, the answer that the mail about the offer asks for was refused.
TEST_F(SeatMails, AnswerAnOfferForAsLongAsItStands) {
    const GameId game = game_left_by(carl);
    const std::string of_the_offer = turn_token(ben, game);
    ASSERT_TRUE(play(game, 2).has_value());

    const auto id = reply(of_the_offer, "substitute bot:2");
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(red(game), "bot:2");
    expect_sound_log(game);
}

TEST_F(SeatMails, AnswerNoLaterOfferOfTheSameSeat) {
    const GameId game = game_left_by(carl);
    const std::string of_the_first = turn_token(ben, game);
    ASSERT_TRUE(submit(game, engine::TakeOver{eve, {}, {}}).has_value());

    const auto between = reply(of_the_first, "substitute bot:2");
    work();
    ASSERT_TRUE(submit(game, engine::Leave{eve.account}).has_value());
    const auto at_the_second = reply(of_the_first, "substitute bot:2");
    work();

    EXPECT_EQ(outcome(between), "refused");
    EXPECT_TRUE(has(words_to(between), "Game 1 offers no seat")) << words_to(between);
    EXPECT_EQ(outcome(at_the_second), "refused");
    EXPECT_TRUE(has(words_to(at_the_second), "offered in game 1 after the email you answered"))
        << words_to(at_the_second);
    EXPECT_EQ(red(game), "eve");

    const auto of_the_refusal = reply(last_token(), "substitute bot:2");
    work();

    EXPECT_EQ(outcome(of_the_refusal), "acted") << answer_to(of_the_refusal);
    EXPECT_EQ(red(game), "bot:2");
}

TEST_F(SeatMails, AnswerNoLaterOfferOfAnotherSeat) {
    const GameId game = game_left_by(carl);
    const std::string of_red = turn_token(ben, game);
    ASSERT_TRUE(submit(game, engine::Leave{dora.account}).has_value());

    const auto named = reply(of_red, "substitute bot:2 green");
    work();
    ASSERT_TRUE(submit(game, engine::TakeOver{eve, {}, {}}).has_value());
    const auto unnamed = reply(of_red, "substitute bot:2");
    work();

    EXPECT_EQ(outcome(named), "refused") << answer_to(named);
    EXPECT_EQ(outcome(unnamed), "refused") << answer_to(unnamed);
    EXPECT_EQ(match(game)->seats()[3].player->handle, "dora");
}

TEST_F(SeatMails, SeatABotOnceHoweverOftenTheyAreProcessed) {
    const GameId game = game_left_by(carl);
    const auto id = write("anna@example.org", "substitute 1 bot:2");
    work();
    const std::string first = answer_to(id);
    const std::uint32_t after = seq(game);

    forget_end_of(id);
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(answer_to(id), first);
    EXPECT_EQ(seq(game), after);
}

TEST_F(SeatMails, LetSomebodyWhoHasNotPlayedTakeTheSeat) {
    const GameId game = game_left_by(carl);

    const auto of_eve = write("eve@example.org", "substitute 1");
    const auto of_anna = write("anna@example.org", "substitute 1");
    work();

    EXPECT_EQ(outcome(of_eve), "acted") << answer_to(of_eve);
    EXPECT_TRUE(has(words_to(of_eve), "eve has taken over red in game 1.")) << words_to(of_eve);
    EXPECT_EQ(red(game), "eve");
    EXPECT_EQ(outcome(of_anna), "refused");
    EXPECT_TRUE(has(words_to(of_anna), "You have already taken seat black in game 1."))
        << words_to(of_anna);
}

TEST_F(SeatMails, OfAPlayerHaveToNameABot) {
    const GameId game = game_left_by(carl);

    const auto id = reply(turn_token(anna, game), "substitute");
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(words_to(id), "Name a bot for the seat, for example `substitute 1 bot:5`"))
        << words_to(id);
    EXPECT_EQ(red(game), "carl");
}

TEST_F(SeatMails, AreRefusedForTheReasonsOfREST) {
    const GameId game = game_left_by(carl);
    const GameId rated = game_left_by(carl, true);
    const GameId whole = start_game();
    struct Case {
        std::string sender;
        const engine::Player& asker;
        GameId game;
        std::string bot;
    };
    for (const Case& test :
         {Case{"anna", anna, game, "bot:77"}, Case{"anna", anna, game, "bot:9"},
          Case{"eve", eve, game, "bot:2"}, Case{"anna", anna, rated, "bot:2"},
          Case{"anna", anna, whole, "bot:2"}, Case{"anna", anna, GameId{99}, "bot:2"}}) {
        const std::string line = "substitute " + to_string(test.game) + " " + test.bot;
        const std::string reason = refusal_by_rest(test.game, test.asker, test.bot);
        ASSERT_NE(reason, "") << line;

        const auto id = write(test.sender + "@example.org", line);
        work();

        EXPECT_EQ(outcome(id), "refused") << line;
        EXPECT_TRUE(has(words_to(id), "Not done. " + reason)) << line << ": " << words_to(id);
    }
    EXPECT_EQ(red(game), "carl");
}

TEST_F(SeatMails, ActForNobodyWhoOnlyClaimsAnAddress) {
    const GameId game = game_left_by(carl);

    const auto id = deliver(mail("anna@example.org", "hello", "substitute 1 bot:2"));
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_EQ(red(game), "carl");
}

}  // namespace
}  // namespace tanbo::mail::inbound
