// Who may do what by mail.

#include <gtest/gtest.h>

#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

// --- by a token ---

TEST_F(Mails, WithATokenActInItsGameOnly) {
    const GameId mine = start_game();
    const GameId other = start_game();
    const std::uint32_t before = seq(other);

    const auto id =
        reply(turn_token(anna, mine, 0), "move " + to_string(other) + " " + point(other));
    work();

    EXPECT_EQ(seq(other), before);
    EXPECT_EQ(outcome(id), "refused");
}

TEST_F(Mails, WithATokenActForItsAccountOnly) {
    const GameId game = start_game();

    const auto id = reply(turn_token(ben, game, 0), point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
    EXPECT_EQ(answers()[0].address, "ben@example.org");
}

TEST_F(Mails, WithATokenThatIsTooOldOrMadeUpDoNothing) {
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

TEST_F(Mails, AreReadInAnyCaseOfTheToken) {
    const GameId game = start_game();
    std::string token = turn_token(anna, game, 0);
    std::ranges::transform(token, token.begin(), [](char c) {
        return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    });

    reply(token, point(game));
    work();

    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Mails, OfTheSuspendedDoNothing) {
    const GameId game = start_game();
    writer->write([this](store::Transaction& transaction) {
        store::set_suspended(transaction, anna.account, store::for_ever);
    });

    const auto id = reply(turn_token(anna, game, 0), point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "refused");
}

TEST_F(Mails, OfTheDeletedAreNobodys) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game, 0);
    writer->write([this](store::Transaction& transaction) {
        ASSERT_TRUE(store::erase_account(transaction, anna.account, "deleted-1", now()));
    });

    const auto id = reply(token, point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(id), "dropped-unknown");
}

// --- from an address ---

TEST_F(Mails, FromAVerifiedAddressPlayIfItIsVouchedFor) {
    const GameId game = start_game();

    const auto id = write("Anna <Anna@example.org>", "move " + to_string(game) + " " + point(game));
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Mails, NobodyVouchesForGetOneExplanationInTenMinutes) {
    const GameId game = start_game();
    const std::string body = "move " + to_string(game) + " " + point(game);

    const auto first = deliver(mail("anna@example.org", "x", body));
    const auto second = deliver(mail("anna@example.org", "x", body));
    work();
    now_ms += 660'000;
    const auto third = deliver(mail("anna@example.org", "x", body));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(first), "refused");
    EXPECT_EQ(outcome(second), "refused-again");
    EXPECT_EQ(outcome(third), "refused");
    EXPECT_EQ(mails().size(), 2U);
}

// The fault: who made the same mistake twice got no answer, and could not know why.
TEST_F(Mails, OfAPersonWithTheSameMistakeGetAShortAnswerTheSecondTimeAndThenNone) {
    const auto first = write("anna@example.org", "move 77 E5");
    const auto second = write("anna@example.org", "move 77 E5");
    const auto third = write("anna@example.org", "move 77 E5");
    const auto other = write("anna@example.org", "move 78 E5");
    work();

    EXPECT_EQ(outcome(first), "refused");
    EXPECT_EQ(outcome(second), "refused");
    EXPECT_TRUE(has(answer_to(second), "You sent the same email a few minutes ago"));
    EXPECT_TRUE(has(answer_to(second), "> move 77 E5\nNot done"));
    EXPECT_FALSE(has(answer_to(first), "a few minutes ago"));
    EXPECT_EQ(outcome(third), "refused-again");
    EXPECT_FALSE(has(answer_to(other), "a few minutes ago"));
    EXPECT_EQ(mails().size(), 3U);
    now_ms += 660'000;
    const auto later = write("anna@example.org", "move 77 E5");
    work();
    EXPECT_FALSE(has(answer_to(later), "a few minutes ago"));
}

TEST_F(Mails, ByATokenWithTheSameMistakeGetAShortAnswerToo) {
    const GameId game = start_game();
    const std::string token = turn_token(anna, game, 0);
    const auto first = reply(token, "K1O");
    const auto second = reply(token, "K1O");
    work();

    EXPECT_TRUE(has(answer_to(second), "a few minutes ago"));
    EXPECT_LT(answer_to(second).size(), answer_to(first).size());
    EXPECT_EQ(answers()[1].address, "anna@example.org");
}

TEST_F(Mails, AreReadInFullWidthLettersAndQuotedAsTheyAre) {
    const GameId game = start_game();
    std::string wide;
    for (const char c : point(game)) {
        wide += "\xEF\xBC";
        wide += static_cast<char>(c - 0x20 + 0x80);
    }
    const std::string raw =
        mail("anna@example.org", "Re: Tanbo", wide + "\r\nshow \uFF19\uFF19",
             "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n");

    const auto id = deliver(raw, mime::reply_address(turn_token(anna, game, 0), domain));
    work();

    EXPECT_EQ(ply(game), 1U) << answer_to(id);
    EXPECT_TRUE(has(answer_to(id), "> " + wide + "\n")) << answer_to(id);
    EXPECT_TRUE(has(answer_to(id), "> show \uFF19\uFF19\n")) << answer_to(id);
}

TEST_F(Mails, AreRefusedTheSameOnceThoughTheServerStartsAgain) {
    const auto ask = [this](std::string_view from, std::string_view body) {
        const auto id = deliver(mail(from, "x", body));
        work();
        return id;
    };
    const auto first = ask("anna@example.org", "move 1 E5");

    open_worker();
    const auto second = ask("Anna@Example.org", "move 1 E5");
    const auto another = ask("anna@example.org", "move 2 E5");

    EXPECT_EQ(outcome(second), "refused-again");
    EXPECT_EQ(outcome(another), "refused");
    EXPECT_EQ(mails().size(), 2U);
    // A mail with a lost end keeps its own answer.
    forget_end_of(first);
    work();
    EXPECT_EQ(outcome(first), "refused");
    EXPECT_EQ(mails().size(), 1U);
}

TEST_F(Mails, ThatTheirDomainDeniesAreNotAnswered) {
    const auto id = deliver(
        mail("anna@example.org", "help", "help",
             "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org\r\n"));
    work();

    EXPECT_EQ(outcome(id), "dropped-forged");
    EXPECT_TRUE(mails().empty());
}

TEST_F(Mails, OfStrangersAreAnsweredOnlyWhatAnybodyMayAsk) {
    const GameId game = start_game();

    const auto rules = deliver(mail("new@elsewhere.example", "rules", ""));
    const auto move =
        deliver(mail("new@elsewhere.example", "x", "move " + to_string(game) + " " + point(game)));
    const auto prose = deliver(mail("new@elsewhere.example", "Hello", "How are you?"));
    work();

    EXPECT_EQ(outcome(rules), "answered");
    EXPECT_EQ(outcome(move), "dropped-unknown");
    EXPECT_EQ(outcome(prose), "dropped-unknown");
    ASSERT_EQ(answers().size(), 1U);
    EXPECT_EQ(answers()[0].address, "new@elsewhere.example");
}

TEST_F(Mails, OfManyStrangersAreAnsweredAFewTimesOnly) {
    for (int i = 0; i < 60; ++i) {
        deliver(mail("n" + std::to_string(i) + "@elsewhere.example", "rules", ""));
    }
    work();

    EXPECT_EQ(mails().size(), static_cast<std::size_t>(strangers_burst));
}

TEST_F(Mails, OfOneWhoWritesTooOftenWaitAndAreNotLost) {
    ProcessingOptions options;
    options.mails_per_minute = 100;
    open_worker(options);
    const GameId game = start_game();
    for (int i = 0; i < 100; ++i) write("anna@example.org", "history " + to_string(game));
    const auto last = write("anna@example.org", "move " + to_string(game) + " " + point(game));
    work();
    ASSERT_EQ(outcome(last), "waiting");

    now_ms += 60'000;
    work();

    EXPECT_EQ(outcome(last), "acted");
    EXPECT_EQ(found(last).attempts, 0);
}

// Each may come from another address of a domain of their own: the limit by address stops none.
TEST_F(Mails, OfOneAccountWaitUpToALimit) {
    ProcessingOptions options;
    options.mails_per_minute = 100;
    open_worker(options);
    const GameId game = start_game();
    for (int i = 0; i < 100; ++i) write("anna@example.org", "history " + to_string(game));
    std::vector<protocol::InboundMailId> waiting;
    for (std::size_t i = 0; i < waiting_of_account_max; ++i) {
        waiting.push_back(write("anna@example.org", "history " + to_string(game)));
    }
    const auto past = write("anna@example.org", "history " + to_string(game));

    work();

    for (const auto id : waiting) EXPECT_EQ(outcome(id), "waiting");
    EXPECT_EQ(outcome(past), "dropped-limited");
    now_ms += 60'000;
    work();
    EXPECT_EQ(outcome(waiting.back()), "answered");
    for (int i = 0; i < 50; ++i) write("anna@example.org", "history " + to_string(game));
    const auto next = write("anna@example.org", "history " + to_string(game));
    work();
    EXPECT_EQ(outcome(next), "waiting") << "there are places again";
}

TEST_F(Mails, WithPasswordsAreBlankedAndNotObeyed) {
    const GameId game = start_game();

    const auto id = write("anna@example.org",
                          "tanbo move " + to_string(game) + " Anna sesame99 " + point(game));
    work();

    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(found(id).raw, "");
    for (const store::Mail& mail : mails()) EXPECT_FALSE(has(mail.data, "sesame99")) << mail.data;
}

// --- leaving ---

TEST_F(Mails, LeaveAGameOnlyWhenTheQuestionIsAnswered) {
    const GameId game = start_game();

    const auto asked = write("anna@example.org", "resign " + to_string(game));
    work();
    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_EQ(outcome(asked), "answered");
    const std::string token = last_token();
    const auto confirmed = reply(token, "yes");
    work();

    EXPECT_EQ(outcome(confirmed), "acted") << answer_to(confirmed);
    EXPECT_EQ(match(game)->status(), engine::Status::finished);
}

TEST_F(Mails, StayInAGameIfTheQuestionIsDenied) {
    const GameId game = start_game();
    write("anna@example.org", "resign " + to_string(game));
    work();

    reply(last_token(), "no");
    const auto move = reply(last_token(), point(game));
    work();

    EXPECT_EQ(match(game)->status(), engine::Status::active);
    EXPECT_EQ(ply(game), 0U);
    EXPECT_EQ(outcome(move), "refused");
}

}  // namespace
}  // namespace tanbo::mail::inbound
