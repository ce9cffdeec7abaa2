// The classic form, in which the password is in the command: if the operator wants it.

#include <gtest/gtest.h>

#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

constexpr std::string_view stranger = "anna@elsewhere.example";
constexpr std::string_view right = "nine-stones";
constexpr std::string_view wrong = "nine-stoned";

// anna has the password above; DMARC doesn't vouch for her mails.
class Passwords : public Mails {
protected:
    Passwords() {
        give_password();
        ProcessingOptions options;
        options.takes_passwords = true;
        open_worker(options);
    }

    void give_password() {
        const protocol::CreateAccount request{"pat", std::string(right), {}};
        const account::ClientDetails client{"203.0.113.7", {}};
        EXPECT_TRUE(on(0, [&] { return accounts->create_account(request, client); }));
        rows().copy_password("pat", "Anna");
    }
    protocol::InboundMailId say_classic(std::string_view command,
                                        std::string_view from = stranger) {
        return deliver(mail(from, "hello", command));
    }
    std::string move_by(std::string_view password, GameId game) {
        return "tanbo move " + to_string(game) + " Anna " + std::string(password) + " " +
               point(game);
    }
    // The places at which it must not stand, once the mail is finished.
    void expect_nowhere(protocol::InboundMailId id, std::string_view password) {
        EXPECT_EQ(found(id).raw, "");
        for (const store::Mail& mail : mails()) EXPECT_FALSE(has(mail.data, password));
        EXPECT_FALSE(has(found(id).answer_data.value_or(""), password));
    }
};

TEST_F(Passwords, ThatAreRightPlay) {
    const GameId game = start_game();

    const auto id = say_classic(move_by(right, game));
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(ply(game), 1U);
    ASSERT_EQ(answers().size(), 1U);
    EXPECT_EQ(answers()[0].address, stranger);
    EXPECT_TRUE(has(answers()[0].reply.text, "Anna ***")) << answers()[0].reply.text;
    expect_nowhere(id, right);
}

TEST_F(Passwords, AreGoodForTheirLineOnly) {
    const GameId game = start_game();
    const std::string number = to_string(game);

    const auto id =
        say_classic(move_by(right, game) + "\r\nsay " + number + " hello\r\nundo " + number);
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(rows().chat_messages(), 0);
    EXPECT_TRUE(match(game)->proposals().empty());
}

TEST_F(Passwords, DoInTheSubjectWhatTheyDoInTheBody) {
    const GameId game = start_game();

    const auto id = deliver(mail(stranger, move_by(right, game), ""));
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(ply(game), 1U);
    EXPECT_FALSE(has(answers()[0].reply.subject, right));
    expect_nowhere(id, right);
}

TEST_F(Passwords, ThatAreWrongAreRefusedWithoutAHint) {
    const GameId game = start_game();
    const std::string of_nobody =
        "tanbo move " + to_string(game) + " Nobody " + std::string(wrong) + " " + point(game);

    // By a stranger, who gets no answer at all.
    const auto unknown = say_classic(move_by(wrong, game));
    const auto nobody = say_classic(of_nobody);
    work();
    EXPECT_TRUE(mails().empty());
    // By an owner of the address, who learns no more of an account than of none.
    const auto owner = say_classic(move_by(wrong, game), "anna@example.org");
    work();
    const std::string text = answer_to(owner);
    const auto other = say_classic(of_nobody, "ben@example.org");
    work();

    EXPECT_EQ(ply(game), 0U);
    for (const auto id : {unknown, nobody, owner, other}) {
        EXPECT_EQ(outcome(id), "refused");
        expect_nowhere(id, wrong);
    }
    const std::string sentence = "Wrong handle or password";
    EXPECT_TRUE(has(text, sentence)) << text;
    EXPECT_TRUE(has(answer_to(other), sentence)) << answer_to(other);
}

TEST_F(Passwords, AreTriedNoOftenerThanAtThePage) {
    const GameId game = start_game();
    for (int i = 0; i < 10; ++i) say_classic(move_by(std::string(wrong) + std::to_string(i), game));
    work();

    // Even the right one must wait, which tells a guesser nothing.
    const auto late = say_classic(move_by(right, game));
    work();
    EXPECT_EQ(outcome(late), "refused");
    EXPECT_EQ(ply(game), 0U);
    EXPECT_TRUE(mails().empty());
    now_ms += 15 * 60'000;
    const auto later = say_classic(move_by(right, game));
    work();

    EXPECT_EQ(outcome(later), "acted");
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Passwords, AreNotNeededForAClassicChallenge) {
    const auto id = write("anna@example.org", "tanbo challenge carl --setup=9x9");
    const auto unknown = say_classic("tanbo challenge ben --setup=9x9");
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_NE(outcome(unknown), "acted");
    EXPECT_EQ(rows().challenges(), 1);
}

TEST_F(Passwords, OfAMailThatIsSetAsideAreNotKeptWithIt) {
    const GameId game = start_game();
    rows().refuse_mails();
    const auto id = say_classic(move_by(right, game));
    const auto harmless = deliver(mail("anna@example.org", "hello", "rules", vouched));

    for (int i = 0; i < inbound_attempts_max; ++i) {
        work();
        now_ms += 3'600'000;
    }

    EXPECT_EQ(outcome(id), "set-aside");
    EXPECT_EQ(outcome(harmless), "set-aside");
    EXPECT_EQ(found(id).raw, "");
    EXPECT_NE(found(harmless).raw, "");
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Passwords, AreBlankedIfTheyAreNotTaken) {
    open_worker();
    const GameId game = start_game();

    const auto id = say_classic(move_by(right, game), "anna@example.org");
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_EQ(ply(game), 0U);
    EXPECT_TRUE(has(answer_to(id), "accepts no passwords by email")) << answer_to(id);
    expect_nowhere(id, right);
}

}  // namespace
}  // namespace tanbo::mail::inbound
