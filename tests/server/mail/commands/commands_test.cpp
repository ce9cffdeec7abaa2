// The commands of the club, as mails through the whole inbound worker.

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/account/sign_ups.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "tests/server/mail/inbound/fixture.hpp"

namespace tanbo::mail::commands {
namespace {

using protocol::GameId;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Club : public inbound::InboundTest {
protected:
    // The answer to a vouched mail with this body.
    std::string ask(std::string_view from, std::string_view body) {
        last_ = write(from, body);
        work();
        return answer_to(last_);
    }
    std::string anna_asks(std::string_view body) { return ask("anna@example.org", body); }
    std::string ben_asks(std::string_view body) { return ask("ben@example.org", body); }
    std::string stranger_asks(std::string_view body) { return ask("eve@example.org", body); }
    // The same from somebody whom no mail server vouches for.
    std::string unvouched_asks(std::string_view from, std::string_view body) {
        last_ = deliver(mail(from, "games", body));
        work();
        return answer_to(last_);
    }
    std::string last_outcome() { return outcome(last_); }
    // The last mail is processed once more, as after a crash.
    void again() {
        forget_end_of(last_);
        work();
    }
    std::string mode_of(const engine::Player& player) {
        static constexpr std::array<std::string_view, 4> words = {"each", "away", "digest", "off"};
        return database->read([&](store::Reader& reader) {
            const auto account = player.account;
            const auto mode = store::notice_settings(reader, account).mode;
            return std::string(words.at(static_cast<std::size_t>(mode)));
        });
    }

    protocol::InboundMailId last_{};
};

// --- for anybody ---

TEST_F(Club, TellsAnybodyHowItWorks) {
    EXPECT_THAT(unvouched_asks("eve@example.org", "help"),
                AllOf(HasSubstr("games@tanbo.example.net"), HasSubstr("challenge HANDLE")));
    EXPECT_EQ(last_outcome(), "answered");
    EXPECT_THAT(unvouched_asks("eve@example.org", "help move"), HasSubstr("move GAME POINT"));
    EXPECT_THAT(unvouched_asks("eve@example.org", "rules"), HasSubstr("root"));
    EXPECT_THAT(unvouched_asks("fred@example.org", "setups"), HasSubstr("19x19"));
}

TEST_F(Club, MailsALinkThatMakesNoAccountByItself) {
    const std::string text = unvouched_asks("eve@example.org", "register Eve");

    EXPECT_EQ(last_outcome(), "acted");
    ASSERT_THAT(text, HasSubstr("https://tanbo.example.net/account/register?token="));
    EXPECT_EQ(answers().back().address, "eve@example.org");
    EXPECT_EQ(rows().accounts_called("eve"), 0);
    const std::size_t at = text.find("token=") + 6;
    const auto claim = tokens->read(text.substr(at, notify::token_chars), now());
    ASSERT_TRUE(claim.has_value());
    EXPECT_EQ(claim->purpose, notify::TokenPurpose::sign_up);
    const auto sign_up =
        on(0, [&] { return accounts->sign_ups().find(protocol::SignUpId{claim->subject}); });
    EXPECT_EQ(sign_up->handle, "Eve");
    EXPECT_EQ(sign_up->address, "eve@example.org");
}

TEST_F(Club, AsksForOneAccountHoweverOftenTheMailIsWorkedThrough) {
    stranger_asks("register Eve");
    again();
    stranger_asks("reg eve2");

    EXPECT_EQ(rows().sign_ups(), 1);
}

TEST_F(Club, RegistersNobodyWhoCanNotBe) {
    EXPECT_THAT(stranger_asks("register ANNA"), HasSubstr("taken"));
    EXPECT_EQ(last_outcome(), "refused");
    EXPECT_THAT(stranger_asks("register guest-eve"), HasSubstr("must not be a reserved word"));
    EXPECT_THAT(unvouched_asks("ben@example.org", "register benny"), HasSubstr("already belongs"));
    EXPECT_THAT(anna_asks("register anna2"), HasSubstr("You already have the account"));
    EXPECT_EQ(rows().sign_ups(), 0);
}

// --- who may ---

TEST_F(Club, DoesNothingForWhoeverOnlyClaimsAnAddress) {
    for (const std::string body :
         {"challenge ben", "accept 1", "decline 1", "games", "turns",
          "vacation 2030-01-01..2030-01-05", "notify off", "standings", "ratings", "say 1 hello",
          "unwatch 1", "tournaments", "enter 1", "withdraw 1", "table 1"}) {
        unvouched_asks("anna@example.org", body);

        EXPECT_NE(last_outcome(), "acted") << body;
        EXPECT_NE(last_outcome(), "answered") << body;
    }
    EXPECT_EQ(rows().challenges(), 0);
}

TEST_F(Club, TakesATokenOfATurnForNothingElse) {
    const GameId game = start_game();

    const auto id = reply(turn_token(anna, game, 0), "challenge carl");
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_THAT(answer_to(id), HasSubstr("DMARC"));
    EXPECT_EQ(rows().challenges(), 0);
}

// --- challenges ---

TEST_F(Club, ArrangesAGame) {
    const std::string made = anna_asks("chall ben --setup=9x9 --clock=3d/move");
    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_THAT(made, AllOf(HasSubstr("Challenge 1"), HasSubstr("9x9"), HasSubstr("ben")));

    const std::string accepted = ben_asks("acc 1");

    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_THAT(accepted, HasSubstr("It is now game 1"));
    EXPECT_EQ(match(protocol::GameId{1}, anna.account)->status(), engine::Status::active);
    EXPECT_EQ(match(protocol::GameId{1}, anna.account)->terms().clock.kind,
              engine::ClockKind::per_move);
}

TEST_F(Club, MakesAChallengeOnceForAMail) {
    anna_asks("challenge ben --setup=9x9");
    again();
    again();
    EXPECT_EQ(rows().challenges(), 1);

    // Another mail is another challenge: the count would have shown it.
    anna_asks("challenge ben --setup=9x9");
    EXPECT_EQ(rows().challenges(), 2);
}

TEST_F(Club, RefusesChallengesWithAReason) {
    EXPECT_THAT(anna_asks("challenge nobody-here"), HasSubstr("nobody-here"));
    EXPECT_EQ(last_outcome(), "refused");
    EXPECT_THAT(anna_asks("challenge ben --setup=99x99"), HasSubstr("99x99"));
    EXPECT_THAT(anna_asks("challenge ben carl"), HasSubstr("Name 1 besides yourself"));
    EXPECT_THAT(anna_asks("challenge anna"), HasSubstr("Not done"));
    EXPECT_EQ(rows().challenges(), 0);
}

TEST_F(Club, AcceptsOnlyWhatIsThereToBeAccepted) {
    anna_asks("challenge carl --setup=9x9");

    EXPECT_THAT(ben_asks("accept 1"), HasSubstr("Not done"));
    EXPECT_THAT(ben_asks("accept 77"), HasSubstr("77"));
    EXPECT_EQ(last_outcome(), "refused");
    EXPECT_EQ(state_of_challenge(1), "open");
}

TEST_F(Club, DeclinesWithAReason) {
    anna_asks("challenge ben --setup=9x9");

    const std::string declined = ben_asks("decline 1 no time this week");
    again();

    EXPECT_THAT(declined, HasSubstr("declined challenge 1"));
    EXPECT_EQ(state_of_challenge(1), "declined");
    EXPECT_EQ(rows().challenges_declined_because("no time this week"), 1);
    EXPECT_THAT(ben_asks("accept 1"), HasSubstr("Not done"));
}

TEST_F(Club, DeclinesNothingOfOthers) {
    anna_asks("challenge carl --setup=9x9");

    EXPECT_THAT(ben_asks("decline 1"), HasSubstr("Not done"));
    EXPECT_THAT(ben_asks("decline 5 no"), HasSubstr("Not done"));
    EXPECT_EQ(state_of_challenge(1), "open");
}

// --- lists ---

TEST_F(Club, ListsGames) {
    start_game();

    EXPECT_THAT(anna_asks("games"), AllOf(HasSubstr("Games of Anna"), HasSubstr("* 1 ")));
    EXPECT_EQ(last_outcome(), "answered");
    EXPECT_THAT(ben_asks("games"), AllOf(HasSubstr("Games of ben"), Not(HasSubstr("* 1 "))));
    EXPECT_THAT(ben_asks("games anna"), HasSubstr("9x9"));
    EXPECT_THAT(ben_asks("games carl"), HasSubstr("no games in progress"));
    EXPECT_THAT(ben_asks("games nobody-here"), HasSubstr("does not exist"));
}

TEST_F(Club, HidesPrivateGamesFromOthers) {
    auto request = game_request("9x9", {"me", "carl"});
    request.visibility = engine::Visibility::players;
    ASSERT_TRUE(open_game(anna, request).has_value());

    EXPECT_THAT(anna_asks("games"), HasSubstr("9x9"));
    EXPECT_THAT(ben_asks("games anna"), Not(HasSubstr("9x9")));
}

TEST_F(Club, ListsWhatWaits) {
    EXPECT_THAT(anna_asks("turns"), HasSubstr("You have no open turns"));
    start_game();

    EXPECT_THAT(anna_asks("turns"), HasSubstr("ben"));
    EXPECT_THAT(ben_asks("turns"), HasSubstr("You have no open turns"));
}

TEST_F(Club, TellsHowStrongPlayersAre) {
    EXPECT_THAT(anna_asks("stand"), HasSubstr("Standings on 19x19"));
    EXPECT_THAT(anna_asks("standings 9x9"), HasSubstr("Standings on 9x9"));
    EXPECT_THAT(anna_asks("standings 99x99"), HasSubstr("Not done"));
    EXPECT_THAT(anna_asks("ratings"), HasSubstr("Anna"));
    EXPECT_THAT(anna_asks("ratings ben"), HasSubstr("ben"));
    EXPECT_THAT(anna_asks("ratings nobody-here"), HasSubstr("does not exist"));
    EXPECT_EQ(last_outcome(), "refused");
}

// --- talking ---

TEST_F(Club, SaysALineOnce) {
    start_game();

    EXPECT_THAT(anna_asks("say 1 Good luck!"), HasSubstr("Said in"));
    again();

    EXPECT_EQ(rows().chat_messages_saying("Good luck!"), 1);
    EXPECT_THAT(anna_asks("say 77 hello"), HasSubstr("Not done"));
}

// As by the page: a mail is no way round what may be written.
TEST_F(Club, SaysNothingThatCouldNotBeWrittenOnThePage) {
    start_game();

    EXPECT_THAT(anna_asks("say 1 " + std::string(501, 'x')), HasSubstr("500 characters"));
    EXPECT_EQ(last_outcome(), "refused");
    EXPECT_EQ(rows().chat_messages(), 0);
    EXPECT_THAT(anna_asks("say 1 " + std::string(500, 'x')), HasSubstr("Said in"));
}

TEST_F(Club, LetsLookersOnTalkAmongThemselves) {
    start_game();
    verify(carl, "carl@example.org");

    EXPECT_THAT(ask("carl@example.org", "say 1 What a move"), HasSubstr("when the game is over"));
    EXPECT_EQ(rows().chat_messages_in("spectators"), 1);
}

// --- watching ---

TEST_F(Club, WatchesWithAnAccount) {
    start_game();
    verify(carl, "carl@example.org");

    EXPECT_THAT(ask("carl@example.org", "watch 1"), HasSubstr("after each move"));
    again();
    EXPECT_EQ(rows().watches(), 1);
    EXPECT_THAT(ask("carl@example.org", "unwatch 1"), HasSubstr("no longer"));
    EXPECT_EQ(rows().watches(), 0);
    EXPECT_THAT(ask("carl@example.org", "unwatch 1"), HasSubstr("were not following"));
    EXPECT_THAT(anna_asks("watch 1"), HasSubstr("Not done"));
    EXPECT_THAT(ask("carl@example.org", "watch 77"), HasSubstr("Not done"));
    EXPECT_EQ(rows().watches(), 0);
}

TEST_F(Club, WatchesWithoutAnAccountOnceThatIsConfirmed) {
    start_game();

    EXPECT_THAT(unvouched_asks("eve@example.org", "watch 1 daily"), HasSubstr("link"));
    again();

    EXPECT_EQ(rows().mail_watches(), 1);
    EXPECT_EQ(rows().confirmed_mail_watches(), 0);
    unvouched_asks("eve@example.org", "unwatch 1");
    EXPECT_EQ(last_outcome(), "refused");
    EXPECT_EQ(rows().mail_watches(), 1);
    EXPECT_THAT(stranger_asks("unwatch 1"), HasSubstr("no longer"));
    EXPECT_EQ(rows().mail_watches(), 0);
}

// --- themselves ---

TEST_F(Club, PlansAVacation) {
    EXPECT_THAT(anna_asks("vacation 2023-12-20..2024-01-03"), HasSubstr("Wed 3 Jan 2024"));
    again();
    EXPECT_EQ(rows().vacations(), 1);

    EXPECT_THAT(anna_asks("vacation 2023-12-30..2024-01-05"), HasSubstr("Not done"));
    EXPECT_THAT(anna_asks("vacation 2020-01-01..2020-01-02"), HasSubstr("Not done"));
    EXPECT_THAT(anna_asks("vacation 2024-02-01..2024-05-30"), HasSubstr("Not done"));
    EXPECT_EQ(rows().vacations(), 1);
}

TEST_F(Club, SetsWhenToMail) {
    for (const std::string mode : {"each", "digest", "off", "away"}) {
        const std::string text = anna_asks("notify " + mode);

        EXPECT_EQ(last_outcome(), "acted") << text;
        EXPECT_EQ(mode_of(anna), mode);
    }
    anna_asks("notify sometimes");
    EXPECT_EQ(mode_of(anna), "away");
}

// --- mails ---

TEST_F(Club, ForgivesASlipInAVerbAndTheSameMailTwice) {
    const std::string raw =
        mail("anna@example.org", "chalenge ben --setup=9x9", "noti digest", vouched);

    const auto first = deliver(raw);
    work();
    deliver(raw);
    work();

    EXPECT_EQ(rows().challenges(), 1) << answer_to(first);
    EXPECT_EQ(mode_of(anna), "digest");
}

TEST_F(Club, HarmsNoOtherLineByOneThatIsRefused) {
    const std::string text = anna_asks("accept 77\r\nnotify off\r\ngames carl");

    EXPECT_THAT(text, AllOf(HasSubstr("> accept 77"), HasSubstr("Not done"),
                            HasSubstr("> notify off"), HasSubstr("no games in progress")));
    EXPECT_EQ(mode_of(anna), "off");
}

// --- server/web/manual/email.md ---

struct Example {
    std::string who;
    std::string command;
    std::string answer;  // that a line of the answer begins with; empty: any
};

// The mails of the ```mail blocks: "anna: games", and below it "> " and what comes back.
std::vector<Example> printed_mails() {
    std::ifstream file(TANBO_EMAIL_PAGE);
    std::vector<Example> examples;
    bool is_letter = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("```")) {
            is_letter = line == "```mail";
        } else if (is_letter && line.starts_with("> ")) {
            examples.back().answer = line.substr(2);
        } else if (is_letter) {
            const std::size_t colon = line.find(": ");
            examples.push_back({line.substr(0, colon), line.substr(colon + 2), {}});
        }
    }
    return examples;
}

TEST_F(Club, DoesWhatTheManualShows) {
    const auto examples = printed_mails();

    EXPECT_GE(examples.size(), 15U);
    for (const Example& example : examples) {
        std::string text = ask(example.who + "@example.org", example.command);
        const bool is_refused = example.answer.starts_with("Not done");
        EXPECT_EQ(last_outcome() == "refused", is_refused) << example.command << "\n" << text;
        EXPECT_TRUE(last_outcome() != "dropped-unknown") << example.command;
        std::ranges::replace(text, '\n', ' ');
        EXPECT_THAT(text, HasSubstr(example.answer)) << example.command;
    }
    EXPECT_EQ(match(protocol::GameId{1}, anna.account)->ply(), 1U);
}

}  // namespace
}  // namespace tanbo::mail::commands
