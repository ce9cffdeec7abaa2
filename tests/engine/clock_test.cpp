// Clocks that no calendar touches: kinds, pauses, downtime, lag, and what explains them.

#include "engine/time/clock.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::ClockTerm;
using engine::ClockTermKind;
using engine::Millis;
using engine::ProposalKind;
using engine::Seat;

std::vector<std::pair<ClockTermKind, Millis>> terms_of(const Table& table, Seat seat) {
    const auto explained = engine::explain_clock(table.log(), table.now());
    std::vector<std::pair<ClockTermKind, Millis>> terms;
    for (const ClockTerm& term : explained.at(static_cast<std::size_t>(seat)).terms) {
        terms.emplace_back(term.kind, term.amount);
    }
    return terms;
}

using Terms = std::vector<std::pair<ClockTermKind, Millis>>;

TEST(Clock, OfAGameWithoutOneHasNothingToSay) {
    Table table("9x9");
    table.wait(24h).place();

    EXPECT_FALSE(table.clock().is_on());
    EXPECT_EQ(table.clock().deadline(), std::nullopt);
    EXPECT_EQ(table.clock().reaches(0ms), std::nullopt);
    EXPECT_EQ(table.match().due(), std::nullopt);
    EXPECT_EQ(table.last<engine::StonePlaced>().after.clock, std::nullopt);
    EXPECT_TRUE(engine::explain_clock(table.log(), table.now()).empty());
}

TEST(Clock, DoesNotRunBeforeTheStart) {
    engine::GameOpened opened{
        "9x9", engine::find_setup("9x9")->opening, {{}, {}}, {}, {AccountId{1}, "anna"}};
    opened.terms = total(2h);
    const engine::Event event{1, utc(2026, 3, 2), opened};
    const auto match = engine::Match::open(event).value();

    EXPECT_EQ(match.clock().running(), std::nullopt);
    EXPECT_EQ(match.due(), std::nullopt);
    EXPECT_EQ(match.clock().remaining(Seat::black, utc(2026, 3, 9)), 0ms);
    const auto explained = engine::explain_clock({&event, 1}, utc(2026, 3, 9));
    ASSERT_EQ(explained.size(), 2U);
    EXPECT_TRUE(explained[0].terms.empty());
}

TEST(Clock, GivesEveryMoveItsOwnTime) {
    Table table("9x9", per_move(24h));
    EXPECT_EQ(table.clock().deadline(), table.now() + 24h);

    table.wait(10h);
    EXPECT_EQ(table.remaining(Seat::black), 14h);
    EXPECT_EQ(table.remaining(Seat::white), 24h);
    table.place();

    EXPECT_EQ(table.remaining(Seat::black), 24h);
    EXPECT_EQ(table.clock().running(), Seat::white);
    EXPECT_EQ(table.clock().deadline(), table.now() + 24h);
    EXPECT_EQ(terms_of(table, Seat::black), (Terms{{ClockTermKind::initial, 24h},
                                                   {ClockTermKind::turn, -10h},
                                                   {ClockTermKind::refill, 10h}}));
}

TEST(Clock, AddsTheIncrementForAMoveUpToTheMaximum) {
    Table table("9x9", fischer(48h, 24h, 72h));

    table.wait(30h).place();
    EXPECT_EQ(table.remaining(Seat::black), 42h);
    table.wait(1h).place();
    EXPECT_EQ(table.remaining(Seat::white), 71h);
    table.wait(1h).place().wait(2h).place();

    EXPECT_EQ(table.remaining(Seat::white), 72h);
    EXPECT_EQ(terms_of(table, Seat::white), (Terms{{ClockTermKind::initial, 48h},
                                                   {ClockTermKind::turn, -1h},
                                                   {ClockTermKind::increment, 24h},
                                                   {ClockTermKind::turn, -2h},
                                                   {ClockTermKind::increment, 24h},
                                                   {ClockTermKind::cap, -21h}}));
}

TEST(Clock, OfTotalTimeGivesNothingBack) {
    Table table("9x9", total(10h));

    table.wait(3h).place().wait(4h).place().wait(2h);

    EXPECT_EQ(table.remaining(Seat::black), 5h);
    EXPECT_EQ(table.remaining(Seat::white), 6h);
    EXPECT_EQ(table.clock().deadline(), table.now() + 5h);
    EXPECT_EQ(table.clock().figures().remaining, (std::vector<Millis>{7h, 6h}))
        << "as of the last event";
}

TEST(Clock, TellsInEachEventWhatItShows) {
    Table table("9x9", fischer(48h, 24h, 72h));

    table.wait(30h).place();

    const auto& shown = table.last<engine::StonePlaced>().after.clock;
    ASSERT_TRUE(shown.has_value());
    EXPECT_EQ(shown->remaining, (std::vector<Millis>{42h, 48h}));
    EXPECT_EQ(shown->deadline, table.now() + 48h);
}

TEST(Clock, FlagFallsAtTheFirstInstantAtWhichNothingIsLeft) {
    Table table("9x9", total(1h));
    const auto flag = table.clock().deadline().value();

    EXPECT_EQ(flag, table.now() + 1h);
    EXPECT_EQ(table.clock().remaining(Seat::black, flag - 1ms), 1ms);
    EXPECT_EQ(table.clock().remaining(Seat::black, flag), 0ms);
    EXPECT_EQ(table.clock().remaining(Seat::black, flag + 5h), 0ms);
    EXPECT_EQ(table.clock().reaches(12min), table.now() + 48min);
    EXPECT_EQ(table.clock().reaches(2h), table.now()) << "it had no more from the start";
}

TEST(Clock, ForgivesLagInEveryMoveOfALiveGame) {
    Table table("9x9", fischer(60s, 1s, 90s));
    EXPECT_EQ(table.clock().deadline(), table.now() + 60s + 300ms);

    table.wait(200ms);
    EXPECT_EQ(table.remaining(Seat::black), 60s);
    table.place().wait(1500ms).place();

    EXPECT_EQ(table.remaining(Seat::black), 61s);
    EXPECT_EQ(table.remaining(Seat::white), 60s - 1200ms + 1s);
    EXPECT_EQ(terms_of(table, Seat::white), (Terms{{ClockTermKind::initial, 60s},
                                                   {ClockTermKind::turn, -1500ms},
                                                   {ClockTermKind::lag, 300ms},
                                                   {ClockTermKind::increment, 1s}}));
}

TEST(Clock, ForgivesNoLagInACorrespondenceGame) {
    Table table("9x9", total(1h));

    table.wait(200ms);

    EXPECT_EQ(table.remaining(Seat::black), 1h - 200ms);
}

TEST(Clock, StandsStillWhileTheGameIsPaused) {
    Table table("9x9", total(10h));
    table.wait(1h).propose(AccountId{1}, ProposalKind::pause).wait(1h).answer(AccountId{2});

    EXPECT_TRUE(table.clock().is_paused());
    EXPECT_EQ(table.clock().deadline(), std::nullopt);
    table.wait(100h);
    EXPECT_EQ(table.remaining(Seat::black), 8h);
    table.submit(engine::Resume{AccountId{2}}).wait(3h);

    EXPECT_EQ(table.remaining(Seat::black), 5h);
    EXPECT_EQ(table.clock().deadline(), table.now() + 5h);
    table.place();
    EXPECT_EQ(terms_of(table, Seat::black), (Terms{{ClockTermKind::initial, 10h},
                                                   {ClockTermKind::turn, -105h},
                                                   {ClockTermKind::paused, 100h}}));
}

TEST(Clock, GoesOnForTheNextPlayerWhenAMoveEndsThePause) {
    Table table("9x9", per_move(24h));
    table.wait(5h).propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2}).wait(50h);

    table.place();

    EXPECT_EQ(table.last<engine::GameResumed>().reason, engine::ResumeReason::move);
    EXPECT_EQ(table.last<engine::StonePlaced>(1).after.clock->deadline, std::nullopt);
    EXPECT_EQ(table.remaining(Seat::black), 24h) << "the move is refilled";
    EXPECT_EQ(table.clock().deadline(), table.now() + 24h);
}

// After an undo, a turn that began in the pause once ended without its refill.
TEST(Clock, IsFilledUpByAMoveWhoseTurnBeganInThePause) {
    Table table("9x9", per_move(20h));
    table.place().place().wait(2h).place().wait(5h);
    table.propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2});
    table.propose(AccountId{2}, ProposalKind::undo).answer(AccountId{1});
    ASSERT_TRUE(table.clock().is_paused());
    const Seat mover = *table.clock().running();
    ASSERT_LT(table.remaining(mover), 20h);

    table.wait(1h).place();

    EXPECT_EQ(table.remaining(mover), 20h);
    EXPECT_FALSE(table.clock().is_paused());
}

TEST(Clock, GivesBackWhatTheServerWasDown) {
    Table table("9x9", total(3h));
    table.wait(1h);
    const auto down = table.now();
    table.wait(5h);
    EXPECT_EQ(table.remaining(Seat::black), 0ms);

    table.submit(engine::Credit{{down, table.now()}});

    EXPECT_EQ(table.remaining(Seat::black), 2h);
    EXPECT_EQ(table.clock().deadline(), table.now() + 2h);
    EXPECT_EQ(table.remaining(Seat::white), 3h);
    table.wait(30min).place();
    EXPECT_EQ(terms_of(table, Seat::black), (Terms{{ClockTermKind::initial, 3h},
                                                   {ClockTermKind::turn, -390min},
                                                   {ClockTermKind::downtime, 5h}}));
}

TEST(Clock, KeepsDownFromWhatWasUsedUpBeforeTheServerWentDown) {
    Table table("9x9", total(3h));
    const auto flag = table.now() + 3h;

    table.wait(10h).submit(engine::Credit{{flag + 1h, table.now()}});

    EXPECT_EQ(table.clock().deadline(), table.now()) << "the flag had fallen";
    EXPECT_EQ(table.remaining(Seat::black), 0ms);
    EXPECT_EQ(terms_of(table, Seat::black),
              (Terms{{ClockTermKind::initial, 3h}, {ClockTermKind::turn, -3h}}));
}

TEST(Clock, DoesNotCountADowntimeBeforeTheTurn) {
    Table table("9x9", total(3h));
    const auto begin = table.now();
    table.wait(1h).place().wait(1h);

    table.submit(engine::Credit{{begin, table.now()}});

    EXPECT_EQ(table.remaining(Seat::black), 2h);
    EXPECT_EQ(table.remaining(Seat::white), 3h);
}

TEST(Clock, NeverRunsBackwards) {
    Table table("9x9", total(3h));
    table.wait(1h).place();
    const auto before = table.clock().figures();

    table.wait(-30min).submit(engine::Leave{AccountId{1}});

    EXPECT_EQ(table.log().back().at, utc(2026, 3, 2, 13));
    EXPECT_EQ(table.clock().figures().remaining, before.remaining);
}

TEST(Clock, TimeOfATurnThatIsTakenBackIsSpent) {
    Table table("9x9", total(10h));
    table.wait(1h).place().wait(2h);

    table.propose(AccountId{1}, ProposalKind::undo).wait(1h).answer(AccountId{2});

    EXPECT_EQ(table.remaining(Seat::black), 9h);
    EXPECT_EQ(table.remaining(Seat::white), 7h);
    EXPECT_EQ(table.clock().running(), Seat::black);
    EXPECT_EQ(table.clock().deadline(), table.now() + 9h);
}

TEST(Clock, GoesWithThePlayerWhoSwaps) {
    engine::Terms terms = fischer(10h, 1h, 20h);
    terms.swap = true;
    Table table("9x9", terms);
    table.wait(1h).place().wait(4h);

    table.submit(engine::Swap{AccountId{2}});

    EXPECT_EQ(table.account(Seat::black), AccountId{2});
    EXPECT_EQ(table.remaining(Seat::black), 7h) << "thought for 4 h, and has decided";
    EXPECT_EQ(table.remaining(Seat::white), 10h);
    EXPECT_EQ(table.clock().running(), Seat::white);
    EXPECT_EQ(terms_of(table, Seat::black), (Terms{{ClockTermKind::initial, 10h},
                                                   {ClockTermKind::turn, -4h},
                                                   {ClockTermKind::increment, 1h}}));
}

TEST(Clock, StandsStillWhileASeatIsOfferedAndFillsTheSubstitutesUp) {
    engine::Terms terms = total(10h);
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    Table table("19x19-4p", terms);
    table.wait(4h).submit(engine::Leave{AccountId{1}});
    EXPECT_TRUE(table.clock().is_paused());
    EXPECT_EQ(table.last<engine::SeatOffered>().clock->deadline, std::nullopt);

    table.wait(20h).submit(engine::TakeOver{{AccountId{9}, "nina"}, {}, {}});

    EXPECT_EQ(table.remaining(Seat::black), 10h);
    EXPECT_EQ(table.clock().deadline(), table.now() + 10h);
    EXPECT_EQ(terms_of(table, Seat::black), (Terms{{ClockTermKind::initial, 10h},
                                                   {ClockTermKind::turn, -24h},
                                                   {ClockTermKind::paused, 20h},
                                                   {ClockTermKind::refill, 4h}}));
}

TEST(Clock, BringsNoIncrementForAMoveDuringWhichNoTimeRan) {
    engine::Terms terms = fischer(10h, 1h, 20h);
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    Table table("19x19-4p", terms);
    table.wait(2h).submit(engine::Leave{AccountId{4}});

    table.wait(1h).place().wait(1h).place();

    EXPECT_EQ(table.remaining(Seat::black), 9h) << "their turn had begun before";
    EXPECT_EQ(table.remaining(Seat::white), 10h);
}

TEST(Clock, OfALeaverStopsWhereItWas) {
    Table table("19x19-4p", total(10h));

    table.wait(4h).submit(engine::Leave{AccountId{1}}).wait(1h).submit(engine::Leave{AccountId{3}});

    EXPECT_EQ(table.clock().figures().remaining, (std::vector<Millis>{6h, 9h, 10h, 10h}));
    EXPECT_EQ(table.clock().running(), Seat::white);
    EXPECT_EQ(table.clock().deadline(), table.now() + 9h) << "another's leaving changes nothing";
}

TEST(Clock, GivesAnAbsentSeatNoTime) {
    Table table("19x19-4p", total(10h), {}, 3);

    EXPECT_EQ(table.clock().figures().remaining, (std::vector<Millis>{10h, 10h, 10h, 0h}));
}

TEST(Clock, StopsWithTheGame) {
    Table table("9x9", total(10h));

    table.wait(4h).submit(engine::Leave{AccountId{2}}).wait(4h);

    EXPECT_EQ(table.clock().running(), std::nullopt);
    EXPECT_EQ(table.clock().deadline(), std::nullopt);
    EXPECT_EQ(table.remaining(Seat::black), 6h);
}

TEST(Clock, NamesTheEventOfEachTermAndWhatGoesOn) {
    Table table("9x9", fischer(48h, 24h, 72h));
    const auto begin = table.now();
    table.wait(30h).place().wait(5h);

    const auto explained = engine::explain_clock(table.log(), table.now());

    EXPECT_EQ(
        explained[0].terms,
        (std::vector<ClockTerm>{{ClockTermKind::initial, begin, begin, 48h, 4},
                                {ClockTermKind::turn, begin, begin + 30h, -30h, 5},
                                {ClockTermKind::increment, begin + 30h, begin + 30h, 24h, 5}}));
    EXPECT_EQ(explained[1].terms,
              (std::vector<ClockTerm>{{ClockTermKind::initial, begin, begin, 48h, 4},
                                      {ClockTermKind::turn, begin + 30h, begin + 35h, -5h, 0}}));
    EXPECT_EQ(explained[1].remaining, 43h);
}

}  // namespace
}  // namespace tanbo::tests
