// Tournaments by mail, through the whole inbound worker.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/tournament/director.hpp"
#include "tests/server/mail/inbound/fixture.hpp"

namespace tanbo::mail::commands {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TournamentMails : public inbound::InboundTest {
protected:
    protocol::TournamentId create(const std::string& settings) {
        const auto request = protocol::decode_create_tournament(settings);
        const auto made =
            on(0, [&] { return tournaments->create(anna.account, request.value(), {}); });
        return made.value().id;
    }
    std::string ask(std::string_view from, std::string_view body) {
        last_ = write(from, body);
        work();
        return answer_to(last_);
    }
    std::string ben_asks(std::string_view body) { return ask("ben@example.org", body); }
    std::string last_outcome() { return outcome(last_); }
    int players_of(protocol::TournamentId id) {
        return on(0, [&] { return tournament_reports->overview_of(id, ben.account); })
            .value()
            .players;
    }

    protocol::InboundMailId last_{};
};

TEST_F(TournamentMails, EnterListAndLeave) {
    EXPECT_THAT(ben_asks("tournaments"), HasSubstr("no tournaments"));
    const auto id = create(R"({"name":"Autumn Cup","format":"swiss","setup":"9x9"})");

    EXPECT_THAT(ben_asks("tournaments"), AllOf(HasSubstr("Autumn Cup"), Not(HasSubstr("entered"))));
    EXPECT_EQ(last_outcome(), "answered");
    EXPECT_THAT(ben_asks("enter 1"), HasSubstr("You have entered tournament 1 (Autumn Cup)."));
    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_EQ(players_of(id), 1);
    EXPECT_THAT(ben_asks("tournaments"), HasSubstr("entered"));
    EXPECT_THAT(ben_asks("enter 1"), HasSubstr("already"));
    EXPECT_EQ(last_outcome(), "refused");
    EXPECT_THAT(ben_asks("table 1"), HasSubstr("It has not started yet."));
    EXPECT_THAT(ben_asks("withdraw 1"), HasSubstr("You have withdrawn from tournament 1"));
    EXPECT_EQ(players_of(id), 0);
}

TEST_F(TournamentMails, EnterOnceHoweverOftenTheMailIsWorkedThrough) {
    const auto id = create(R"({"name":"Autumn Cup","format":"swiss","setup":"9x9"})");

    ben_asks("enter 1");
    forget_end_of(last_);
    work();

    EXPECT_EQ(last_outcome(), "acted");
    EXPECT_EQ(players_of(id), 1);
}

TEST_F(TournamentMails, TellWhoLeads) {
    const auto id = create(R"({"name":"Autumn Cup","format":"swiss","setup":"9x9"})");
    ben_asks("enter 1");
    ask("anna@example.org", "enter 1");
    ASSERT_TRUE(on(0, [&] { return tournaments->start(anna.account, id, {}); }));
    tournament::Director director(*referee, *store, [this] { return now(); });
    ASSERT_TRUE(on(0, [&] { return director.run_once(); }));

    EXPECT_THAT(ben_asks("table #1"),
                AllOf(HasSubstr("Standings in round 1:"), HasSubstr("Anna"), HasSubstr("you")));
    EXPECT_THAT(ben_asks("table 2"), HasSubstr("Tournament 2 does not exist."));
}

TEST_F(TournamentMails, TakeNothingFromWhoeverOnlyClaimsAnAddress) {
    const auto id = create(R"({"name":"Autumn Cup","format":"swiss","setup":"9x9"})");

    last_ = deliver(mail("ben@example.org", "games", "enter 1"));
    work();

    EXPECT_EQ(players_of(id), 0);
}

}  // namespace
}  // namespace tanbo::mail::commands
