// Seats that change hands: the swap, leaving with and without a substitute, and who left when.

#include <gtest/gtest.h>

#include "engine/match.hpp"
#include "tests/support/play.hpp"
#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::EndReason;
using engine::GameEnded;
using engine::LeaveReason;
using engine::LeaverPolicy;
using engine::Match;
using engine::PlayerLeft;
using engine::ProposalKind;
using engine::RefusalCode;
using engine::Seat;
using engine::SeatOffered;
using engine::SeatState;
using engine::SeatTakenOver;
using engine::Terms;

const engine::Player nina{AccountId{20}, "nina"};
const engine::Player otto{AccountId{21}, "otto"};

Terms swapping() {
    Terms terms;
    terms.swap = true;
    return terms;
}

Terms substituting(Terms terms = {}) {
    terms.leaver_policy = LeaverPolicy::substitute;
    return terms;
}

SeatState state(const Table& table, Seat seat) {
    return table.match().seats()[static_cast<std::size_t>(seat)].state;
}

std::vector<int> places(const Table& table) {
    return {table.match().places().begin(), table.match().places().end()};
}

// --- the swap ---

TEST(Swap, ExchangesThePlayersAndLeavesTheTurnWithTheSeat) {
    Table table("9x9", swapping());
    table.place();
    const auto board = table.match().position().hash();

    table.submit(engine::Swap{AccountId{2}});

    EXPECT_EQ(table.account(Seat::black), AccountId{2});
    EXPECT_EQ(table.account(Seat::white), AccountId{1});
    EXPECT_EQ(table.match().to_move(), Seat::white);
    EXPECT_EQ(table.match().ply(), 1U) << "a swap is no ply";
    EXPECT_EQ(table.match().position().hash(), board);
    EXPECT_TRUE(table.match().has_swapped());
    EXPECT_EQ(table.match().last_swap(), table.match().seq());
    EXPECT_EQ(table.last<engine::SeatsSwapped>().players[0].account, AccountId{2});
    EXPECT_EQ(table.refusal(engine::Place{AccountId{2}, {}, 1}), RefusalCode::not_your_turn);
    table.place(2);
}

TEST(Swap, IsPossibleOnceAndRightAfterTheFirstStone) {
    Table table("9x9", swapping());
    EXPECT_EQ(table.refusal(engine::Swap{AccountId{2}}), RefusalCode::swap_too_early);
    EXPECT_EQ(table.refusal(engine::Swap{AccountId{99}}), RefusalCode::not_a_player);

    table.place();
    EXPECT_EQ(table.refusal(engine::Swap{AccountId{1}}), RefusalCode::not_your_turn);
    Table moved = table;
    moved.place();
    EXPECT_EQ(moved.refusal(engine::Swap{AccountId{1}}), RefusalCode::swap_too_late);
    table.submit(engine::Swap{AccountId{2}});

    EXPECT_EQ(table.refusal(engine::Swap{AccountId{1}}), RefusalCode::swap_too_late);
}

TEST(Swap, HasToBeInTheTerms) {
    Table table("9x9");

    EXPECT_EQ(table.place().refusal(engine::Swap{AccountId{2}}), RefusalCode::swap_not_offered);
}

TEST(Swap, EndsAPause) {
    Terms terms = total(2h);
    terms.swap = true;
    Table table("9x9", terms);
    table.place().propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2});

    table.submit(engine::Swap{AccountId{2}});

    EXPECT_EQ(table.last<engine::GameResumed>().reason, engine::ResumeReason::move);
    EXPECT_FALSE(table.clock().is_paused());
}

TEST(Swap, CanNotBeTakenBack) {
    Table table("9x9", swapping());
    table.place().submit(engine::Swap{AccountId{2}});

    EXPECT_EQ(table.refusal(engine::Propose{AccountId{2}, ProposalKind::undo}),
              RefusalCode::undo_impossible);
}

// --- leaving without a substitute ---

TEST(Leaving, GivesThePlacesFromTheLast) {
    Table table("19x19-4p");

    table.wait(1h).submit(engine::Leave{AccountId{3}});
    table.wait(1h).submit(engine::Remove{Seat::black, LeaveReason::removed});
    table.wait(1h).submit(engine::Leave{AccountId{4}, LeaveReason::time});

    EXPECT_EQ(places(table), (std::vector{3, 1, 4, 2}));
    const auto leavers = table.match().leavers();
    ASSERT_EQ(leavers.size(), 3U);
    EXPECT_EQ(leavers[0].player.account, AccountId{3});
    EXPECT_EQ(leavers[0].place, 4);
    EXPECT_EQ(leavers[0].at, utc(2026, 3, 2, 13));
    EXPECT_EQ(leavers[1].seat, Seat::black);
    EXPECT_EQ(leavers[1].reason, LeaveReason::removed);
    EXPECT_EQ(leavers[1].place, 3);
    EXPECT_EQ(leavers[2].reason, LeaveReason::time);
    EXPECT_EQ(leavers[2].place, 2);
}

TEST(Leaving, OfTwoPlayersGivesTheLeaverTheSecondPlace) {
    Table table("9x9");

    table.place(2).submit(engine::Leave{AccountId{1}});

    EXPECT_EQ(table.match().leavers()[0].place, 2);
    EXPECT_EQ(places(table), (std::vector{2, 1}));
}

TEST(Leaving, BeforeTheStartCostsNothing) {
    engine::GameOpened opened{"9x9", engine::find_setup("9x9")->opening, {{}, {}}, {}, nina};
    const auto match = Match::open({1, utc(2026, 3, 2), opened}).value();
    const auto joined =
        std::get<engine::Decided>(engine::decide(match, engine::Join{nina, {}}, {}));

    const auto left = engine::decide(*joined.next, engine::Leave{nina.account}, {});

    EXPECT_TRUE(std::get<engine::Decided>(left).next->leavers().empty());
}

TEST(Removal, ByAnAdministratorIsRefusedIfThereIsNobodyToRemove) {
    Table table("19x19-4p", {}, {}, 3);
    EXPECT_EQ(table.refusal(engine::Remove{Seat::seat5}), RefusalCode::no_such_seat);
    EXPECT_EQ(table.refusal(engine::Remove{Seat::green}), RefusalCode::already_left);

    table.submit(engine::Remove{Seat::red}).submit(engine::Remove{Seat::black});

    EXPECT_EQ(table.refusal(engine::Remove{Seat::white}), RefusalCode::game_over);
}

// --- leaving if the seat is offered ---

TEST(Offer, KeepsTheStonesAndWaitsForASubstitute) {
    Table table("19x19-4p", substituting());
    const int roots = table.match().position().roots();

    table.submit(engine::Leave{AccountId{3}});

    EXPECT_EQ(state(table, Seat::red), SeatState::offered);
    EXPECT_EQ(table.match().position().roots(), roots);
    EXPECT_FALSE(table.match().is_in(Seat::red));
    EXPECT_EQ(table.match().players_in(), 3);
    ASSERT_EQ(table.match().offers().size(), 1U);
    EXPECT_EQ(table.match().offers()[0].until, table.now() + 72h);
    EXPECT_EQ(table.match().due(), table.now() + 72h);
    EXPECT_EQ(table.match().leavers()[0].place, 4) << "which it would have given";
    EXPECT_EQ(table.last<SeatOffered>().reason, LeaveReason::resigned);
}

TEST(Offer, LastsTwoMinutesInALiveGame) {
    Table table("19x19-4p", substituting(total(600s)));

    table.submit(engine::Leave{AccountId{3}});

    EXPECT_EQ(table.match().offers()[0].until, table.now() + 2min);
}

// Somebody who took a seat over and left it, again and again, stopped a game for 150 days.
TEST(Offer, StopsAGameForTwelveDaysInAll) {
    Table table("19x19-4p", substituting());
    AccountId last{3};
    for (std::uint32_t i = 0; i < 4; ++i) {
        table.submit(engine::Leave{last}).wait(70h);
        last = AccountId{100 + i};
        table.submit(engine::TakeOver{{last, "substitute"}, {}, {}}).wait(24h);
    }

    table.submit(engine::Leave{last});

    EXPECT_EQ(table.match().offers()[0].until, table.now() + 8h);
    table.wait(8h).submit(engine::FallDue{});
    EXPECT_EQ(state(table, Seat::red), SeatState::left);
    table.submit(engine::Leave{AccountId{2}});
    EXPECT_TRUE(table.match().offers().empty());
    EXPECT_EQ(state(table, Seat::white), SeatState::left);
}

TEST(Offer, CountsThoseAtTheSameTimeOnce) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{3}}).wait(10h);
    table.submit(engine::Leave{AccountId{4}}).wait(10h);
    EXPECT_EQ(table.match().offered_for(table.now()), 20h);

    table.submit(engine::TakeOver{nina, {}, {}}).wait(1h);
    table.submit(engine::TakeOver{otto, {}, {}}).wait(5h);

    EXPECT_EQ(table.match().offered_for(table.now()), 21h);
}

TEST(Offer, LetsTheOthersMoveUntilItIsThatSeatsTurn) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{3}});

    table.place(2);

    EXPECT_EQ(table.match().to_move(), Seat::red);
    EXPECT_EQ(table.refusal(engine::Place{AccountId{3}, {}, 2}), RefusalCode::already_left);
    EXPECT_EQ(table.refusal(engine::Place{AccountId{4}, {}, 2}), RefusalCode::not_your_turn);
    EXPECT_EQ(table.refusal(engine::Leave{AccountId{3}}), RefusalCode::already_left);
}

TEST(Offer, IsTakenByAnybodyWhoDidNotPlayHere) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{3}});
    EXPECT_EQ(table.refusal(engine::TakeOver{{AccountId{3}, "carla"}}),
              RefusalCode::already_seated);
    EXPECT_EQ(table.refusal(engine::TakeOver{{AccountId{1}, "anna"}}), RefusalCode::already_seated);
    EXPECT_EQ(table.refusal(engine::TakeOver{nina, Seat::seat5}), RefusalCode::no_such_seat);
    EXPECT_EQ(table.refusal(engine::TakeOver{nina, Seat::white}), RefusalCode::seat_not_offered);

    table.wait(1h).submit(engine::TakeOver{nina, Seat::red});

    EXPECT_EQ(table.account(Seat::red), nina.account);
    EXPECT_EQ(state(table, Seat::red), SeatState::in);
    EXPECT_EQ(table.match().seat_of(AccountId{3}), std::nullopt);
    EXPECT_TRUE(table.match().has_played(AccountId{3}));
    EXPECT_TRUE(table.match().can_see(engine::AccountId{3}));
    EXPECT_EQ(table.match().due(), std::nullopt);
    EXPECT_EQ(table.refusal(engine::TakeOver{otto}), RefusalCode::seat_not_offered);
    EXPECT_EQ(table.refusal(engine::TakeOver{{AccountId{3}, "carla"}}),
              RefusalCode::already_seated);
    table.place(4);
}

TEST(Offer, WithoutAWishIsTheOldest) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{4}}).place().submit(engine::TakeOver{nina});
    EXPECT_EQ(table.match().seat_of(nina.account), Seat::green);

    table.submit(engine::Leave{AccountId{3}}).submit(engine::TakeOver{otto});

    EXPECT_EQ(table.match().seat_of(otto.account), Seat::red);
}

TEST(Offer, LapsesIntoALeavingForTheFirstReason) {
    Table table("19x19-4p", substituting(total(10h)));
    table.wait(10h).submit(engine::FallDue{});
    EXPECT_EQ(table.last<SeatOffered>().reason, LeaveReason::time);

    table.wait(72h - 1ms);
    EXPECT_EQ(table.refusal(engine::FallDue{}), RefusalCode::not_due);
    table.wait(1ms).submit(engine::FallDue{});

    EXPECT_EQ(table.last<PlayerLeft>().reason, LeaveReason::time);
    EXPECT_EQ(table.last<PlayerLeft>().seat, Seat::black);
    EXPECT_EQ(state(table, Seat::black), SeatState::left);
    EXPECT_TRUE(table.match().offers().empty());
    ASSERT_EQ(table.match().leavers().size(), 1U) << "they left once";
    EXPECT_EQ(table.match().leavers()[0].place, 4);
    EXPECT_EQ(table.clock().running(), Seat::white);
    EXPECT_FALSE(table.clock().is_paused());
}

TEST(Offer, IsNotMadeIfFewerThanTwoPlayersWouldBeLeftBeside) {
    Table three("19x19-4p", substituting(), {}, 3);
    three.submit(engine::Leave{AccountId{1}});
    EXPECT_EQ(state(three, Seat::black), SeatState::offered);

    three.submit(engine::Leave{AccountId{2}});

    EXPECT_EQ(three.match().status(), engine::Status::finished);
    EXPECT_EQ(three.match().winner(), Seat::red) << "nobody waits for a seat against one player";
    EXPECT_EQ(places(three), (std::vector{2, 3, 1, 0}));
}

TEST(Offer, LeavesAGoneSeatNeverTheWinner) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{1}}).submit(engine::Leave{AccountId{2}});
    EXPECT_EQ(table.match().offers().size(), 2U);

    table.submit(engine::Leave{AccountId{3}});

    EXPECT_EQ(table.match().winner(), Seat::green);
    EXPECT_EQ(places(table), (std::vector{3, 2, 4, 1}));
    EXPECT_EQ(table.match().leavers().size(), 3U);
    EXPECT_EQ(table.match().leavers()[0].place, 3);
    EXPECT_EQ(table.last<GameEnded>().reason, EndReason::last_remaining);
}

TEST(Offer, IsKnownByTheEventThatMadeIt) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{3}});
    const std::uint32_t first = table.match().seq();
    table.submit(engine::Leave{AccountId{1}});
    const std::uint32_t other = table.match().seq();

    EXPECT_EQ(table.match().offer({})->seat, Seat::red) << "the oldest";
    EXPECT_EQ(table.match().offer(Seat::red)->seq, first);
    EXPECT_EQ(table.match().offer(Seat::black)->seq, other);
    EXPECT_EQ(table.match().offer(Seat::white), nullptr);

    table.submit(engine::TakeOver{{AccountId{9}, "eve"}, Seat::red});
    table.submit(engine::Leave{AccountId{9}});

    EXPECT_EQ(table.match().offer({})->seat, Seat::black);
    EXPECT_EQ(table.match().offer(Seat::red)->seq, table.match().seq()) << "made anew";
}

TEST(Offer, IsProlongedByWhatTheServerWasDown) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{1}}).wait(1h);
    const auto down = table.now();
    table.wait(5h).submit(engine::Credit{{down, table.now()}});

    EXPECT_EQ(table.match().offers()[0].until, utc(2026, 3, 5, 12) + 5h);
}

TEST(Offer, IsForgottenAtTheEnd) {
    Table table("19x19-4p", substituting());
    table.submit(engine::Leave{AccountId{1}}).submit(engine::Abort{});

    EXPECT_EQ(state(table, Seat::black), SeatState::left);
    EXPECT_TRUE(table.match().offers().empty());
    EXPECT_EQ(table.match().due(), std::nullopt);
}

// A stone that puts out somebody else, and whom.
struct Blow {
    engine::Point point;
    Seat victim;
};

std::optional<Blow> blow_in(engine::Position position) {
    const Seat mover = *position.to_move();
    for (const engine::Point point : sorted_legal_points(position, mover)) {
        const engine::SeatSet out = position.preview(point).eliminated;
        for (int i = 0; i < position.opening().seats(); ++i) {
            const Seat seat = engine::seat_at(i);
            if (seat != mover && out.contains(seat)) return Blow{point, seat};
        }
    }
    return std::nullopt;
}

// A random game of four, up to where the seat to move can put out another.
Table played_up_to_a_blow() {
    Random random(1);
    Table table("19x19-4p", substituting());
    while (!blow_in(table.match().position())) {
        const Seat mover = *table.match().to_move();
        const auto points = sorted_legal_points(table.match().position(), mover);
        const auto point = random.pick(std::span<const engine::Point>(points));
        table.submit(engine::Place{table.account(mover), point, table.match().ply()});
    }
    return table;
}

// An undo gave the stones back, but no player got the seat: it was left, and its flag stopped the
// server.
TEST(Offer, EndsForGoodIfAStonePutsTheSeatOut) {
    Table table = played_up_to_a_blow();
    const Blow blow = blow_in(table.match().position()).value();
    const auto mover = table.account(*table.match().to_move());
    table.submit(engine::Leave{table.account(blow.victim)});

    table.submit(engine::Place{mover, blow.point, table.match().ply()});

    EXPECT_EQ(state(table, blow.victim), SeatState::left);
    EXPECT_TRUE(table.match().offers().empty());
    EXPECT_EQ(table.refusal(engine::Propose{mover, ProposalKind::undo}),
              RefusalCode::undo_impossible);
}

TEST(TakeOver, IsRefusedBeforeTheStartAndAfterTheEnd) {
    engine::GameOpened opened{"9x9", engine::find_setup("9x9")->opening, {{}, {}}, {}, nina};
    const auto open = Match::open({1, utc(2026, 3, 2), opened}).value();
    const auto early = engine::decide(open, engine::TakeOver{otto}, {});
    EXPECT_EQ(std::get<engine::Refusal>(early).code, RefusalCode::game_not_started);

    Table table("9x9");
    table.submit(engine::Leave{AccountId{1}});

    EXPECT_EQ(table.refusal(engine::TakeOver{otto}), RefusalCode::game_over);
}

TEST(TakeOver, BringsTheSubstitutesOwnCalendar) {
    Terms terms = substituting(total(10h));
    terms.clock.sleep_off = true;
    Table table("19x19-4p", terms);
    engine::Calendar calendar;
    calendar.sleep = engine::SleepHours{13h, 23h};
    table.submit(engine::Leave{AccountId{1}}).wait(1h);
    engine::Calendar broken = calendar;
    broken.zone.clear();
    EXPECT_EQ(table.refusal(engine::TakeOver{nina, {}, broken}), RefusalCode::invalid_calendar);

    table.submit(engine::TakeOver{nina, {}, calendar});

    EXPECT_EQ(table.clock().deadline(), utc(2026, 3, 3, 9));
}

}  // namespace
}  // namespace tanbo::tests
