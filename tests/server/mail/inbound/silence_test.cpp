// Mails that are obeyed in silence, answered seldom, or asked about.

#include <gtest/gtest.h>

#include "server/mail/inbound/reply_limit.hpp"
#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

class Silence : public Mails {
protected:
    // A reply to anna's turn, with these fields above.
    protocol::InboundMailId reply_with(GameId game, std::string_view head, std::string_view body,
                                       std::string_view subject = "Re: Tanbo") {
        const std::string address = mime::reply_address(turn_token(anna, game), domain);
        return deliver(mail("whoever@elsewhere.example", subject, body, head, address), address);
    }
};

// --- wishes and machines ---

// The fault: Exchange writes the field into people's mails, and they were dropped.
TEST_F(Silence, IsNoFateOfMailsThatOnlyWantNoAutomaticAnswers) {
    for (const char* const wish : {"All", "OOF, AutoReply", "DR, RN, NRN, OOF, AutoReply"}) {
        const GameId game = start_game();
        const std::string head = "X-Auto-Response-Suppress: " + std::string(wish) + "\r\n";

        const auto played = reply_with(game, head, point(game));
        const auto refused = reply_with(game, head, "A99");
        work();

        EXPECT_EQ(outcome(played), "acted") << answer_to(played);
        EXPECT_EQ(ply(game), 1U);
        EXPECT_TRUE(has(answer_to(played), "Played in game"));
        EXPECT_TRUE(has(answer_to(refused), "Not done"));
    }
    const GameId game = start_game();
    const auto vouched_for =
        deliver(mail("anna@example.org", "x", "move " + to_string(game) + " " + point(game),
                     std::string(vouched) + "X-Auto-Response-Suppress: All\r\n"));
    work();
    EXPECT_EQ(outcome(vouched_for), "acted");
}

TEST_F(Silence, IsKeptToMailsThatWantNoAnswersAndAskNothing) {
    const GameId game = start_game();

    const auto id = reply_with(game, "X-Auto-Response-Suppress: All\r\n", "I am not here.");
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(mails().empty());
}

TEST_F(Silence, IsKeptWhenAPointIsPlayedThatAProgramHasMarked) {
    for (const char* const head :
         {"Precedence: bulk\r\n", "Precedence: list\r\n",
          "List-Unsubscribe: <mailto:x@y.example>\r\n", "List-Id: <x.y.example>\r\n",
          "Auto-Submitted: auto-generated\r\n", "X-Autoreply: yes\r\n", "X-Loop: x\r\n",
          "X-Zendesk-From-Account-Id: x\r\n", "Feedback-ID: x\r\n"}) {
        const GameId game = start_game();
        const std::string played = point(game);

        const auto id = reply_with(game, head, played);
        const auto again = reply_with(game, head, played);
        work();

        EXPECT_EQ(outcome(id), "acted") << head;
        EXPECT_EQ(outcome(again), "acted") << head;
        EXPECT_EQ(ply(game), 1U) << head;
        EXPECT_TRUE(mails().empty()) << head;
    }
}

TEST_F(Silence, IsKeptWhenSuchAPointIsNotLegal) {
    const GameId game = start_game();

    const auto id = reply_with(game, "Precedence: bulk\r\n", "A99");
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(mails().empty());
}

TEST_F(Silence, IsKeptAndNothingDoneAboutAllElseThatAProgramSays) {
    const GameId game = start_game();
    const std::string bulk = "Precedence: bulk\r\n";
    const std::string second = legal(game)[1];

    const auto resigned = reply_with(game, bulk, "resign");
    const auto doubted = reply_with(game, bulk, point(game) + "\r\nSorry, I meant " + second);
    const auto several = reply_with(game, bulk, point(game) + "\r\n" + second);
    const auto fresh =
        deliver(mail("anna@example.org", "x", "move " + to_string(game) + " " + point(game),
                     bulk + std::string(vouched)));
    const auto bounced = deliver(mail("x@example.org", "x", point(game)),
                                 mime::reply_address(turn_token(anna, game), domain), "");
    work();

    for (const auto id : {resigned, doubted, several, fresh})
        EXPECT_EQ(outcome(id), "dropped-bulk");
    EXPECT_EQ(outcome(bounced), "dropped-null-sender");
    EXPECT_EQ(ply(game), 0U);
    EXPECT_TRUE(mails().empty());
}

// A responder quotes the mail of the turn, in which a legal point may stand alone on a line.
TEST_F(Silence, PlaysNoPointThatAVacationQuotes) {
    const GameId game = start_game();
    const std::string legal_line = "  " + point(game);
    const std::string turn = "It is your turn, anna.\r\n\r\nLegal moves (1):\r\n" + legal_line +
                             "\r\n\r\nTo play, reply with your point.\r\n";
    const std::string away = "I am away until Monday.\r\n\r\n";
    std::string marked;
    for (const char* const line : {"It is your turn, anna.", "Legal moves (1):"}) {
        marked += "> " + std::string(line) + "\r\n";
    }
    marked += "> " + legal_line + "\r\n";
    for (const char* const head :
         {"Auto-Submitted: auto-replied\r\n", "X-Autoreply: yes\r\n", "Precedence: bulk\r\n"}) {
        for (const std::string& quote :
             {away + marked, away + "-----Original Message-----\r\n" + turn, away + turn,
              turn + away}) {
            const auto id = reply_with(game, head, quote);
            work();
            EXPECT_TRUE(outcome(id).starts_with("dropped-")) << head << quote;
        }
    }
    const auto by_subject =
        reply_with(game, "", away + legal_line, "Out of office: Re: Tanbo game 1");
    work();

    EXPECT_EQ(outcome(by_subject), "dropped-vacation");
    EXPECT_EQ(ply(game), 0U);
    EXPECT_TRUE(mails().empty());
}

// --- programs that answer for ever ---

// The fault: each of "Ticket 1", "Ticket 2" and so on was another text, and had its answer.
TEST_F(Silence, FallsBeforeAProgramThatNumbersItsWords) {
    const GameId game = start_game();
    std::vector<protocol::InboundMailId> ids;
    for (int ticket = 1; ticket <= 40; ++ticket) {
        ids.push_back(reply(turn_token(anna, game), "Ticket " + std::to_string(ticket)));
        work();
        now_ms += 6'000;
    }

    EXPECT_EQ(mails().size(), static_cast<std::size_t>(refusals_told));
    EXPECT_TRUE(has(answer_to(ids[0]), "Your email contained no command"));
    EXPECT_TRUE(has(answer_to(ids[1]), "This email contained no command either"));
    EXPECT_EQ(outcome(ids[2]), "refused-again");
    EXPECT_EQ(outcome(ids[39]), "refused-again");
    // A command is answered still.
    const auto shown = reply(turn_token(anna, game), "show");
    work();
    EXPECT_EQ(outcome(shown), "answered");
}

TEST_F(Silence, FallsForTheDayWhateverRestarts) {
    const GameId game = start_game();
    for (int ticket = 1; ticket <= 40; ++ticket) {
        reply(turn_token(anna, game), "Ticket " + std::to_string(ticket));
        open_worker();
        work();
        now_ms += 660'000;
    }
    EXPECT_EQ(mails().size(), static_cast<std::size_t>(wordy_mails_told_a_day));
    const auto of_another = reply(turn_token(ben, game), "Ticket 1");
    now_ms += 24LL * 3'600'000;
    const auto next_day = reply(turn_token(anna, game), "Ticket 41");
    work();

    EXPECT_EQ(outcome(of_another), "refused");
    EXPECT_EQ(outcome(next_day), "refused");
}

TEST_F(Silence, FallsBeforeAProgramWhoseCommandsAreAllWrong) {
    for (int game = 1; game <= 40; ++game) {
        write("anna@example.org", "move " + std::to_string(700 + game) + " E5");
        work();
        now_ms += 6'000;
    }

    EXPECT_EQ(mails().size(), static_cast<std::size_t>(refusals_burst));
}

// --- mails that could not be checked ---

constexpr const char* failed =
    "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org\r\n";
constexpr const char* signature =
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=x; h=From:To; bh=x; b=x\r\n";

// The fault: the manual was sent to the address in From.
TEST_F(Silence, MeetsAForgedMailThatNamesAKeyThatIsNotThere) {
    const std::string head =
        std::string(
            "Authentication-Results: mx.example.net; dkim=fail reason=\"key not found in "
            "DNS\" header.d=example.org\r\n") +
        failed + signature;

    const auto help = deliver(mail("new@example.org", "help", "help", head));
    const auto of_player = deliver(mail("anna@example.org", "x", "games", head));
    work();

    EXPECT_EQ(outcome(help), "dropped-forged");
    EXPECT_EQ(outcome(of_player), "dropped-forged");
    EXPECT_TRUE(mails().empty());
}

TEST_F(Silence, FollowsOneShortQuestionADayIfTheDnsDidNotAnswer) {
    const std::string head = std::string(failed) + signature;
    const GameId game = start_game();
    const auto ask = [&](std::string_view body) {
        const auto id = deliver(mail("anna@example.org", body, body, head));
        open_worker();
        work();
        return id;
    };

    const auto first = ask("help");
    const auto second = ask("rules");
    const auto third = ask("move " + to_string(game) + " " + point(game));

    EXPECT_EQ(outcome(first), "refused");
    EXPECT_EQ(outcome(second), "refused-again");
    EXPECT_EQ(outcome(third), "refused-again");
    EXPECT_EQ(ply(game), 0U);
    ASSERT_EQ(answers().size(), 1U);
    EXPECT_LT(answers()[0].reply.text.size(), 300U);
    EXPECT_TRUE(has(answers()[0].reply.text, "Send the email again"));
    EXPECT_EQ(answers()[0].reply.subject, "Tanbo: your email") << "nothing of it comes back";
    now_ms += 24LL * 3'600'000 + 1;
    EXPECT_EQ(outcome(ask("help")), "refused");
}

TEST_F(Silence, IsNotTheFateOfTheSameMailOnceItIsChecked) {
    const GameId game = start_game();
    const std::string raw =
        mail("anna@example.org", "x", "move " + to_string(game) + " " + point(game), signature);

    const auto unchecked_copy = deliver(failed + raw);
    work();
    const auto again = deliver(failed + raw);
    const auto checked =
        deliver("Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=example.org\r\n" +
                std::string(vouched) + raw);
    work();

    EXPECT_EQ(outcome(unchecked_copy), "refused");
    EXPECT_EQ(outcome(again), "refused-again");
    EXPECT_EQ(outcome(checked), "acted") << answer_to(checked);
    EXPECT_EQ(ply(game), 1U);
}

// --- second thoughts ---

// The fault: a stone was placed that its writer took back in the next line.
TEST_F(Silence, IsNoAnswerToASecondThought) {
    const GameId game = start_game();
    const std::string first = legal(game)[0];
    const std::string second = legal(game)[1];

    const auto id = reply(turn_token(anna, game), first + "\r\nSorry, I meant " + second);
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_EQ(ply(game), 0U);
    std::string told = answer_to(id);
    std::ranges::replace(told, '\n', ' ');
    EXPECT_TRUE(has(told, "Reply with one word, `" + first + "` or `" + second + "`")) << told;
    EXPECT_TRUE(has(told, "Legal moves for black")) << told;
    reply(last_token(), second);
    work();
    EXPECT_EQ(ply(game), 1U);
    EXPECT_EQ(match(game)->turn_at(0)->point,
              *engine::parse_point(match(game)->opening().lattice(), second));
}

TEST_F(Silence, IsNotAskedForByWordsAboutStonesThatStand) {
    const GameId game = start_game();
    const std::string stone = point(game);
    reply(turn_token(anna, game), stone);
    work();

    const auto id = reply(turn_token(ben, game), point(game) + "\r\nI see " + stone + " there.");
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
}

TEST_F(Silence, IsNotMeantByANoThatAnswersAQuestion) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 2).has_value());
    ASSERT_TRUE(submit(game, engine::Propose{ben.account, engine::ProposalKind::undo, {}}));

    const auto id = reply(turn_token(anna, game), "no\r\n" + point(game));
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(ply(game), 3U);
    EXPECT_TRUE(match(game)->proposals().empty());
}

}  // namespace
}  // namespace tanbo::mail::inbound
