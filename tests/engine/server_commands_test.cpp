// Commands of the server: flags, downtime, calendars, verdicts; and events that do not fit.

#include <gtest/gtest.h>

#include "engine/match.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::Adjudicate;
using engine::ApplyFault;
using engine::EndReason;
using engine::Event;
using engine::EventData;
using engine::GameEnded;
using engine::LeaveReason;
using engine::Match;
using engine::PlayerLeft;
using engine::ProposalKind;
using engine::RefusalCode;
using engine::Seat;

// --- flags ---

TEST(FallDue, MakesRunningOutOfTimeALeaving) {
    Table table("19x19-4p", total(10h));
    EXPECT_EQ(table.match().due(), table.now() + 10h);
    table.wait(10h - 1ms);
    EXPECT_EQ(table.refusal(engine::FallDue{}), RefusalCode::not_due);

    table.wait(1ms).submit(engine::FallDue{});

    EXPECT_EQ(table.last<PlayerLeft>().seat, Seat::black);
    EXPECT_EQ(table.last<PlayerLeft>().reason, LeaveReason::time);
    EXPECT_EQ(table.last<PlayerLeft>().after.clock->remaining[0], 0ms);
    EXPECT_EQ(table.match().due(), table.now() + 10h) << "white's time runs from now on";
    EXPECT_EQ(table.refusal(engine::FallDue{}), RefusalCode::not_due) << "once";
}

TEST(FallDue, LateTakesNothingFromTheNext) {
    Table table("19x19-4p", total(10h));

    table.wait(1000h).submit(engine::FallDue{});

    EXPECT_EQ(table.remaining(Seat::white), 10h);
}

TEST(FallDue, EndsAGameOfTwo) {
    Table table("9x9", per_move(1h));

    table.place().wait(2h).submit(engine::FallDue{});

    EXPECT_EQ(table.match().winner(), Seat::black);
    EXPECT_EQ(table.last<GameEnded>().reason, EndReason::last_remaining);
    EXPECT_EQ(table.match().due(), std::nullopt);
}

TEST(FallDue, IsNeverBeforeTheStart) {
    engine::GameOpened opened{
        "9x9", engine::find_setup("9x9")->opening, {{}, {}}, {}, {AccountId{1}, "anna"}};
    opened.terms = total(1h);
    const auto match = Match::open({1, utc(2026, 3, 2), opened}).value();

    const auto decision = engine::decide(match, engine::FallDue{}, utc(2027, 3, 2));

    EXPECT_EQ(std::get<engine::Refusal>(decision).code, RefusalCode::not_due);
}

TEST(FallDue, CarriesOutEverythingThatWasDue) {
    engine::Terms terms = total(10h);
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    Table table("19x19-4p", terms);
    table.submit(engine::Leave{AccountId{3}}).submit(engine::Leave{AccountId{4}});

    table.wait(200h).submit(engine::FallDue{});

    EXPECT_TRUE(table.match().offers().empty());
    EXPECT_EQ(table.match().players_in(), 2);
    EXPECT_EQ(table.match().leavers()[0].place, 4);
    EXPECT_EQ(table.match().leavers()[1].place, 3);
}

// --- downtime and calendars ---

TEST(Credit, IsRefusedIfNothingWasLost) {
    Table table("9x9", total(10h));
    table.wait(1h);
    const auto now = table.now();
    EXPECT_EQ(table.refusal(engine::Credit{{now - 1h, now}}), std::nullopt);
    EXPECT_EQ(table.refusal(engine::Credit{{now, now}}), RefusalCode::not_due);
    EXPECT_EQ(table.refusal(engine::Credit{{now - 1h, now + 1ms}}), RefusalCode::not_due);
    EXPECT_EQ(Table("9x9").wait(1h).refusal(engine::Credit{{now - 1h, now}}), RefusalCode::not_due);

    table.propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2});

    EXPECT_EQ(table.refusal(engine::Credit{{now - 1h, now}}), RefusalCode::not_due);
}

TEST(Calendars, AreForGamesThatUseThem) {
    engine::Terms terms = total(10h);
    EXPECT_EQ(Table("9x9", terms).refusal(engine::SetCalendar{AccountId{1}, {}}),
              RefusalCode::no_calendars);
    terms.clock.weekends_off = true;
    Table table("9x9", terms);
    engine::Calendar broken;
    broken.zone.clear();

    EXPECT_EQ(table.refusal(engine::SetCalendar{AccountId{9}, {}}), RefusalCode::not_a_player);
    EXPECT_EQ(table.refusal(engine::SetCalendar{AccountId{1}, broken}),
              RefusalCode::invalid_calendar);
    EXPECT_EQ(table.refusal(engine::SetCalendar{AccountId{2}, {}}), std::nullopt);
}

TEST(Calendars, AreThoseOfThePlayersAtTheStart) {
    engine::Terms terms = total(10h);
    terms.clock.sleep_off = true;
    engine::Calendar owl;
    owl.sleep = engine::SleepHours{13h, 20h};
    const Table table("19x19-4p", terms, {{AccountId{2}, owl}, {AccountId{77}, owl}}, 3);

    const auto& started = table.last<engine::GameStarted>();

    ASSERT_EQ(started.calendars.size(), 4U);
    EXPECT_EQ(started.calendars[0], engine::Calendar());
    EXPECT_EQ(started.calendars[1], owl);
    EXPECT_EQ(started.calendars[3], engine::Calendar()) << "nobody's";
}

// --- verdicts ---

TEST(Verdict, EndsAGameAsTheAdministratorSays) {
    Table table("19x19-4p", {}, {}, 3);

    table.submit(Adjudicate{Seat::white, {2, 1, 3, 0}});

    EXPECT_EQ(table.match().end_reason(), EndReason::adjudicated);
    EXPECT_EQ(table.match().winner(), Seat::white);
    EXPECT_EQ(table.match().places()[2], 3);
    EXPECT_EQ(table.refusal(Adjudicate{{}, {}}), RefusalCode::game_over);
    EXPECT_EQ(table.refusal(engine::Abort{}), RefusalCode::game_over);
}

TEST(Verdict, MayBeATieOrNoResult) {
    EXPECT_EQ(Table("9x9").refusal(Adjudicate{{}, {1, 1}}), std::nullopt);
    EXPECT_EQ(Table("9x9").refusal(Adjudicate{{}, {}}), std::nullopt);
    EXPECT_EQ(Table("19x19-4p").refusal(Adjudicate{Seat::red, {2, 2, 1, 4}}), std::nullopt);
}

struct VerdictCase {
    const char* name;
    std::optional<Seat> winner;
    std::vector<int> places;
};

class BadVerdict : public testing::TestWithParam<VerdictCase> {};

INSTANTIATE_TEST_SUITE_P(
    All, BadVerdict,
    testing::Values(VerdictCase{"WinnerWithoutPlaces", Seat::black, {}},
                    VerdictCase{"TooFewPlaces", Seat::black, {1, 2, 3}},
                    VerdictCase{"TooManyPlaces", Seat::black, {1, 2, 3, 0, 0}},
                    VerdictCase{"PlaceOfAnAbsentSeat", Seat::black, {1, 2, 3, 4}},
                    VerdictCase{"NoPlaceOfAPlayer", Seat::black, {1, 2, 0, 0}},
                    VerdictCase{"AGap", Seat::black, {1, 3, 4, 0}},
                    VerdictCase{"NoGapAfterATie", {}, {1, 1, 2, 0}},
                    VerdictCase{"TwoFirstsAndAWinner", Seat::black, {1, 1, 3, 0}},
                    VerdictCase{"OneFirstAndNoWinner", {}, {1, 2, 3, 0}},
                    VerdictCase{"AnotherWinner", Seat::white, {1, 2, 3, 0}},
                    VerdictCase{"AWinnerFromElsewhere", Seat::seat5, {1, 2, 3, 0}},
                    VerdictCase{"Negative", Seat::black, {1, -1, 3, 0}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_P(BadVerdict, IsRefused) {
    const Table table("19x19-4p", {}, {}, 3);

    EXPECT_EQ(table.refusal(Adjudicate{GetParam().winner, GetParam().places}),
              RefusalCode::invalid_verdict);
}

TEST(Abort, EndsAGameAtAnyTime) {
    Table table("9x9");
    table.place(6).submit(engine::Abort{});
    EXPECT_EQ(table.match().end_reason(), EndReason::aborted);

    engine::GameOpened opened{
        "9x9", engine::find_setup("9x9")->opening, {{}, {}}, {}, {AccountId{1}, "anna"}};
    const auto open = Match::open({1, utc(2026, 3, 2), opened}).value();
    const auto early = engine::decide(open, engine::Abort{}, {});

    EXPECT_EQ(std::get<engine::Decided>(early).next->end_reason(), EndReason::aborted);
    EXPECT_EQ(std::get<engine::Refusal>(engine::decide(open, Adjudicate{{}, {}}, {})).code,
              RefusalCode::game_not_started);
    EXPECT_EQ(std::get<engine::Refusal>(engine::decide(open, engine::Remove{Seat::black}, {})).code,
              RefusalCode::game_not_started);
}

// --- logs that are not a game's ---

ApplyFault fault(const Table& table, EventData data) {
    Match match = table.match();
    return match.apply({match.seq() + 1, table.now(), std::move(data)});
}

TEST(Log, RefusesEventsThatCanNotComeNow) {
    Table table("9x9", total(10h));
    table.place(2);

    EXPECT_EQ(fault(table, engine::SeatsSwapped{Seat::black, {}}), ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::TurnsTakenBack{Seat::black, 0, {}}), ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::GamePaused{}), ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::GameResumed{}), ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::CalendarSet{Seat::black, {}}), ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::ProposalAnswered{3, Seat::black, true}),
              ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::SeatOffered{Seat::black, {}, table.now() + 1h}),
              ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, engine::SeatTakenOver{Seat::black, {AccountId{9}, "nina"}}),
              ApplyFault::wrong_seat);
    EXPECT_EQ(fault(table, engine::Proposed{Seat::red, ProposalKind::abort}),
              ApplyFault::wrong_seat);
    EXPECT_EQ(fault(table, GameEnded{EndReason::withdrawn, {}, {}}), ApplyFault::wrong_order);
    EXPECT_EQ(fault(table, GameEnded{EndReason::last_remaining, {}, {}}), ApplyFault::wrong_order);
}

TEST(Log, RefusesProposalsThatMakeNoSense) {
    Table table("9x9", total(10h));
    table.place(3);

    EXPECT_EQ(fault(table, engine::Proposed{Seat::black, ProposalKind::undo, {}, 1}),
              ApplyFault::wrong_outcome)
        << "another's stone";
    EXPECT_EQ(fault(table, engine::Proposed{Seat::black, ProposalKind::undo, {}, 3}),
              ApplyFault::wrong_outcome);
    EXPECT_EQ(fault(table, engine::Proposed{Seat::black, ProposalKind::undo, Seat::white, 2}),
              ApplyFault::wrong_outcome);
    EXPECT_EQ(fault(table, engine::Proposed{Seat::black, ProposalKind::remove}),
              ApplyFault::wrong_outcome);
    EXPECT_EQ(fault(table, engine::Proposed{Seat::black, ProposalKind::remove, Seat::black}),
              ApplyFault::wrong_outcome);
}

TEST(Log, RefusesAClockThatShowsSomethingElse) {
    Table table("9x9", total(10h));
    table.wait(1h);
    Table next = table;
    next.place();
    Event event = next.log().back();
    Match match = table.match();
    EXPECT_EQ(Match(match).apply(event), ApplyFault::none);

    auto& clock = std::get<engine::StonePlaced>(event.data).after.clock;
    clock->remaining[0] += 1ms;
    EXPECT_EQ(Match(match).apply(event), ApplyFault::wrong_outcome);
    clock->remaining[0] -= 1ms;
    *clock->deadline += 1ms;
    EXPECT_EQ(Match(match).apply(event), ApplyFault::wrong_outcome);
    clock.reset();
    EXPECT_EQ(Match(match).apply(event), ApplyFault::wrong_outcome);
}

TEST(Log, RefusesAClockIfThereIsNone) {
    const Table table("9x9");
    Table next = table;
    next.place();
    Event event = next.log().back();
    std::get<engine::StonePlaced>(event.data).after.clock = engine::ClockFigures{};

    EXPECT_EQ(Match(table.match()).apply(event), ApplyFault::wrong_outcome);
}

TEST(Log, RefusesCalendarsThatDoNotBelong) {
    engine::Terms terms = total(10h);
    terms.clock.weekends_off = true;
    const Table table("9x9", terms);
    Event start = table.log().back();
    Match open = Match::open(table.log()[0]).value();
    ASSERT_EQ(open.apply(table.log()[1]), ApplyFault::none);
    ASSERT_EQ(open.apply(table.log()[2]), ApplyFault::none);
    EXPECT_EQ(Match(open).apply(start), ApplyFault::none);

    auto& calendars = std::get<engine::GameStarted>(start.data).calendars;
    calendars[1].zone.clear();
    EXPECT_EQ(Match(open).apply(start), ApplyFault::wrong_outcome);
    calendars.pop_back();
    EXPECT_EQ(Match(open).apply(start), ApplyFault::wrong_outcome);
}

TEST(Log, OfARandomGameFoldsIntoTheSameMatch) {
    const int games = repetitions(300);
    for (int seed = 1; seed <= games; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Table table = random_table(random);
        for (int i = 0; i < 80 && table.match().status() == engine::Status::active; ++i) {
            act(table, random);
        }
        const Match& played = table.match();

        Match folded = Match::open(table.log()[0]).value();
        for (std::size_t i = 1; i < table.log().size(); ++i) {
            ASSERT_EQ(folded.apply(table.log()[i]), ApplyFault::none) << seed << " event " << i + 1;
        }

        EXPECT_EQ(folded.position().hash(), played.position().hash());
        EXPECT_EQ(folded.status(), played.status());
        EXPECT_EQ(folded.clock().figures(), played.clock().figures());
        EXPECT_EQ(folded.due(), played.due());
        EXPECT_EQ(folded.proposals().size(), played.proposals().size());
        EXPECT_EQ(folded.leavers().size(), played.leavers().size());
        EXPECT_TRUE(std::ranges::equal(folded.places(), played.places()));
        EXPECT_TRUE(played.position().is_consistent());
    }
}

}  // namespace
}  // namespace tanbo::tests
