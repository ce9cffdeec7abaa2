// Proposals of players to one another: undo, pause, abort, and voting somebody out.

#include <gtest/gtest.h>

#include "engine/match.hpp"
#include "tests/support/play.hpp"
#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::AnswerProposal;
using engine::EndReason;
using engine::GameEnded;
using engine::LeaveReason;
using engine::Match;
using engine::PlayerLeft;
using engine::ProposalAnswered;
using engine::ProposalKind;
using engine::Propose;
using engine::RefusalCode;
using engine::Seat;
using engine::TurnsTakenBack;

// --- who may propose and answer ---

TEST(Proposals, AreForPlayersWhoAreIn) {
    Table table("19x19-4p");
    table.submit(engine::Leave{AccountId{4}});

    EXPECT_EQ(table.refusal(Propose{AccountId{99}, ProposalKind::abort}),
              RefusalCode::not_a_player);
    EXPECT_EQ(table.refusal(Propose{AccountId{4}, ProposalKind::abort}), RefusalCode::already_left);
    table.propose(AccountId{1}, ProposalKind::abort);
    const std::uint32_t id = table.match().proposals()[0].id;
    EXPECT_EQ(id, table.match().seq());
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{99}, id, true}), RefusalCode::not_a_player);
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{4}, id, true}), RefusalCode::already_left);
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{1}, id, true}),
              RefusalCode::not_yours_to_answer);
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{2}, id + 1, true}),
              RefusalCode::no_such_proposal);
    table.answer(AccountId{2});
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{2}, id, false}),
              RefusalCode::already_answered);
    EXPECT_EQ(table.match().status(), engine::Status::active) << "red has not answered";
}

TEST(Proposals, AreOnePerPlayer) {
    Table table("9x9", total(2h));
    table.propose(AccountId{1}, ProposalKind::abort);

    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::pause}),
              RefusalCode::proposal_open);
    table.propose(AccountId{2}, ProposalKind::pause);
    EXPECT_EQ(table.match().proposals().size(), 2U);
}

TEST(Proposals, AreForGamesInPlay) {
    engine::GameOpened opened{
        "9x9", engine::find_setup("9x9")->opening, {{}, {}}, {}, {AccountId{1}, "anna"}};
    opened.seats[0] = {engine::Player{AccountId{1}, "anna"}, true};
    const auto open = Match::open({1, utc(2026, 3, 2), opened}).value();
    const auto early = engine::decide(open, Propose{AccountId{1}, ProposalKind::abort}, {});
    EXPECT_EQ(std::get<engine::Refusal>(early).code, RefusalCode::game_not_started);

    Table table("9x9");
    table.submit(engine::Leave{AccountId{2}});

    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::abort}), RefusalCode::game_over);
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{1}, 5, true}), RefusalCode::game_over);
}

TEST(Proposals, AreClosedByOneWhoDeclines) {
    Table table("19x19-4p");
    table.propose(AccountId{1}, ProposalKind::abort).answer(AccountId{2});

    table.answer(AccountId{3}, false);

    EXPECT_FALSE(table.last<ProposalAnswered>().accepts);
    EXPECT_TRUE(table.match().proposals().empty());
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{4}, 7, true}), RefusalCode::no_such_proposal);
}

TEST(Proposals, AreWithdrawnByTheirProposer) {
    Table table("9x9");
    table.propose(AccountId{1}, ProposalKind::abort).answer(AccountId{1}, false);

    EXPECT_TRUE(table.match().proposals().empty());
    table.propose(AccountId{1}, ProposalKind::abort);
}

TEST(Proposals, LapseWithAStoneALeavingASwapAndASubstitute) {
    engine::Terms terms;
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    const auto lapses = [](Table table, const engine::Command& command) {
        const std::size_t events = table.log().size();
        table.submit(command);
        EXPECT_EQ(table.log().size(), events + 1) << "no event of its own";
        return table.match().proposals().empty();
    };
    Table four("19x19-4p", terms);
    four.propose(AccountId{1}, ProposalKind::abort);
    const auto points = four.match().position().legal_points(Seat::black);
    EXPECT_TRUE(lapses(four, engine::Place{AccountId{1}, points[0], 0}));
    EXPECT_TRUE(lapses(four, engine::Leave{AccountId{3}})) << "an offer";

    Table offered("19x19-4p", terms);
    offered.submit(engine::Leave{AccountId{3}}).propose(AccountId{1}, ProposalKind::abort);
    EXPECT_TRUE(lapses(offered, engine::TakeOver{{AccountId{20}, "nina"}}));

    Table left("19x19-4p");
    left.propose(AccountId{1}, ProposalKind::abort);
    EXPECT_TRUE(lapses(left, engine::Leave{AccountId{3}}));

    terms = {};
    terms.swap = true;
    Table two("9x9", terms);
    two.place().propose(AccountId{1}, ProposalKind::abort);
    EXPECT_TRUE(lapses(two, engine::Swap{AccountId{2}}));
}

TEST(Proposals, StayOpenIfOnlyTheClockChanges) {
    engine::Terms terms = total(24h);
    terms.clock.vacations = true;
    Table table("9x9", terms);
    table.propose(AccountId{1}, ProposalKind::abort);

    table.submit(engine::SetCalendar{AccountId{2}, {}}).wait(1h);
    table.submit(engine::Credit{{table.now() - 1h, table.now()}});
    table.propose(AccountId{2}, ProposalKind::pause)
        .submit(AnswerProposal{AccountId{1}, table.match().seq(), true});

    EXPECT_EQ(table.match().proposals().size(), 1U);
}

// --- undo ---

TEST(Undo, TakesBackTheProposersLastStoneAndWhatFollowed) {
    Table table("9x9");
    table.place(2);
    const auto board = table.match().position().hash();
    table.place(2).propose(AccountId{1}, ProposalKind::undo);
    EXPECT_EQ(table.match().proposals()[0].to_ply, 2U);

    table.answer(AccountId{2});

    EXPECT_EQ(table.last<TurnsTakenBack>().to_ply, 2U);
    EXPECT_EQ(table.last<TurnsTakenBack>().after.to_move, Seat::black);
    EXPECT_EQ(table.match().ply(), 2U);
    EXPECT_EQ(table.match().position().hash(), board);
    EXPECT_TRUE(table.match().position().is_consistent());
    EXPECT_TRUE(table.match().proposals().empty());
    EXPECT_EQ(table.match().turns().size(), 2U);
    table.place(3);
    EXPECT_EQ(table.match().ply(), 5U);
}

TEST(Undo, OfTheOneWhoHasJustMovedTakesOneStoneBack) {
    Table table("9x9");
    table.place(3).propose(AccountId{1}, ProposalKind::undo).answer(AccountId{2});

    EXPECT_EQ(table.match().ply(), 2U);
    EXPECT_EQ(table.match().to_move(), Seat::black);
}

// A game of four up to the stone by which somebody puts another out.
Table played_until_somebody_is_put_out() {
    for (std::uint64_t seed = 1;; ++seed) {
        Random random(seed);
        Table table("19x19-4p");
        while (table.match().players_in() == 4) {
            const Seat mover = *table.match().to_move();
            const auto points = sorted_legal_points(table.match().position(), mover);
            const auto point = random.pick(std::span<const engine::Point>(points));
            table.submit(engine::Place{table.account(mover), point, table.match().ply()});
        }
        if (table.match().is_in(table.last<engine::StonePlaced>().seat)) return table;
    }
}

TEST(Undo, BringsBackWhoWasPutOut) {
    Table table = played_until_somebody_is_put_out();
    const auto& stone = table.last<engine::StonePlaced>();
    const Seat out = stone.after.eliminated.at(0);
    const auto mover = table.account(stone.seat);
    ASSERT_FALSE(table.match().is_in(out));

    table.propose(mover, ProposalKind::undo);
    for (const int number : {1, 2, 3, 4}) {
        const engine::AccountId account{number};
        const bool is_asked =
            account != mover && table.match().is_in(*table.match().seat_of(account));
        if (is_asked) table.answer(account);
    }

    EXPECT_TRUE(table.match().is_in(out));
    EXPECT_EQ(table.match().players_in(), 4);
    EXPECT_EQ(table.match().to_move(), table.match().seat_of(mover));
}

TEST(Undo, NeedsAStoneOfOnesOwnWithNothingIrrevocableAfterIt) {
    Table fresh("19x19-4p");
    EXPECT_EQ(fresh.refusal(Propose{AccountId{1}, ProposalKind::undo}),
              RefusalCode::undo_impossible);
    fresh.place(2);
    EXPECT_EQ(fresh.refusal(Propose{AccountId{3}, ProposalKind::undo}),
              RefusalCode::undo_impossible);

    fresh.submit(engine::Leave{AccountId{4}});

    EXPECT_EQ(fresh.refusal(Propose{AccountId{1}, ProposalKind::undo}),
              RefusalCode::undo_impossible);
    fresh.place(2);
    EXPECT_EQ(fresh.refusal(Propose{AccountId{1}, ProposalKind::undo}), std::nullopt);
    EXPECT_EQ(fresh.refusal(Propose{AccountId{2}, ProposalKind::undo}),
              RefusalCode::undo_impossible);
}

TEST(Undo, MakesStaleWhatWasDecidedBeforeIt) {
    Table table("9x9");
    table.place(2).propose(AccountId{1}, ProposalKind::undo);
    const std::uint32_t seen = table.match().seq();
    table.answer(AccountId{2});
    const auto points = table.match().position().legal_points(Seat::black);

    EXPECT_EQ(table.match().last_undo(), table.match().seq());
    EXPECT_EQ(table.refusal(engine::Place{AccountId{1}, points[0], 0, seen}),
              RefusalCode::stale_ply);
    EXPECT_EQ(table.refusal(engine::Place{AccountId{1}, points[0], 0, table.match().seq()}),
              std::nullopt);
    EXPECT_EQ(table.refusal(engine::Place{AccountId{1}, points[0], 0}), std::nullopt);
}

TEST(Undo, IsOneGameWithItsReplay) {
    Table table("9x9");
    table.place(5).propose(AccountId{2}, ProposalKind::undo).answer(AccountId{1}).place(4);
    table.propose(AccountId{1}, ProposalKind::undo).answer(AccountId{2}).place(2);

    Match replayed = Match::open(table.log()[0]).value();
    for (std::size_t i = 1; i < table.log().size(); ++i) {
        ASSERT_EQ(replayed.apply(table.log()[i]), engine::ApplyFault::none) << i;
    }

    EXPECT_EQ(replayed.position().hash(), table.match().position().hash());
    EXPECT_TRUE(replayed.position().is_consistent());
    EXPECT_EQ(engine::snapshot_at(replayed, replayed.ply())->position.hash(),
              replayed.position().hash());
}

// --- pause ---

TEST(Pause, IsBegunByAgreementAndEndedByAnyPlayer) {
    Table table("9x9", total(2h));
    EXPECT_EQ(table.refusal(engine::Resume{AccountId{1}}), RefusalCode::not_paused);
    table.propose(AccountId{2}, ProposalKind::pause).answer(AccountId{1});
    EXPECT_EQ(table.match().paused_at(), table.now());
    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::pause}), RefusalCode::game_paused);
    EXPECT_EQ(table.refusal(engine::Resume{AccountId{99}}), RefusalCode::not_a_player);

    table.submit(engine::Resume{AccountId{1}});

    EXPECT_EQ(table.last<engine::GameResumed>().reason, engine::ResumeReason::asked);
    EXPECT_EQ(table.match().paused_at(), std::nullopt);
}

TEST(Pause, LapsesAfterThirtyDays) {
    Table table("9x9", total(2h));
    table.propose(AccountId{1}, ProposalKind::pause).answer(AccountId{2});
    EXPECT_EQ(table.match().due(), table.now() + 720h);
    table.wait(720h - 1ms);
    EXPECT_EQ(table.refusal(engine::FallDue{}), RefusalCode::not_due);

    table.wait(1ms).submit(engine::FallDue{});

    EXPECT_EQ(table.last<engine::GameResumed>().reason, engine::ResumeReason::lapsed);
    EXPECT_EQ(table.match().due(), table.now() + 2h);
}

TEST(Pause, NeedsAClock) {
    Table table("9x9");

    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::pause}), RefusalCode::no_clock);
}

TEST(Pause, IsAgreedToOnceIfBothProposeIt) {
    Table table("9x9", total(2h));
    table.propose(AccountId{1}, ProposalKind::pause).propose(AccountId{2}, ProposalKind::pause);

    table.answer(AccountId{2});

    EXPECT_TRUE(table.clock().is_paused());
    EXPECT_TRUE(table.match().proposals().empty()) << "the other's would pause a paused game";
}

// --- abort ---

TEST(AbortByAgreement, EndsTheGameWithoutAResult) {
    Table table("9x9");
    table.place().propose(AccountId{1}, ProposalKind::abort).answer(AccountId{2});

    EXPECT_EQ(table.last<GameEnded>().reason, EndReason::aborted);
    EXPECT_EQ(table.match().winner(), std::nullopt);
    EXPECT_TRUE(table.match().places().empty());
    EXPECT_EQ(table.match().to_move(), std::nullopt);
    EXPECT_TRUE(table.match().leavers().empty());
}

TEST(AbortByAgreement, IsTooLateWhenEverybodyHasMoved) {
    Table table("19x19-4p");
    table.place(3);
    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::abort}), std::nullopt);
    Table left = table;
    left.submit(engine::Leave{AccountId{4}});
    EXPECT_EQ(left.refusal(Propose{AccountId{1}, ProposalKind::abort}),
              RefusalCode::too_late_to_abort)
        << "all who are in have moved";

    table.place();

    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::abort}),
              RefusalCode::too_late_to_abort);
}

// --- voting somebody out ---

TEST(Vote, PutsAnAbsentPlayerOutByMoreThanHalfOfTheOthers) {
    Table table("19x19-4p");
    table.wait(72h).propose(AccountId{2}, ProposalKind::remove);
    EXPECT_EQ(table.match().proposals()[0].target, Seat::black) << "who is to move";

    table.answer(AccountId{4}, false);
    EXPECT_EQ(table.match().proposals().size(), 1U) << "two of three can still agree";
    table.answer(AccountId{3});

    EXPECT_EQ(table.last<PlayerLeft>().seat, Seat::black);
    EXPECT_EQ(table.last<PlayerLeft>().reason, LeaveReason::absent);
    EXPECT_EQ(table.match().leavers()[0].reason, LeaveReason::absent);
}

TEST(Vote, FailsOnceItCanNotPass) {
    Table table("19x19-4p");
    table.wait(72h)
        .propose(AccountId{2}, ProposalKind::remove)
        .answer(AccountId{4}, false)
        .answer(AccountId{3}, false);

    EXPECT_TRUE(table.match().proposals().empty());

    Table three("19x19-4p", {}, {}, 3);
    three.wait(72h).propose(AccountId{2}, ProposalKind::remove).answer(AccountId{3}, false);
    EXPECT_TRUE(three.match().proposals().empty()) << "one of two is not more than half";
}

TEST(Vote, IsNoneOfTheTargetsBusiness) {
    Table table("19x19-4p");
    table.wait(72h).propose(AccountId{2}, ProposalKind::remove);
    const std::uint32_t id = table.match().proposals()[0].id;

    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{1}, id, false}),
              RefusalCode::not_yours_to_answer);
    EXPECT_EQ(table.refusal(AnswerProposal{AccountId{1}, id, true}),
              RefusalCode::not_yours_to_answer);
}

TEST(Vote, NeedsSomebodyWhoHasKeptTheOthersWaiting) {
    Table table("19x19-4p");
    table.wait(72h - 1ms);
    EXPECT_EQ(table.refusal(Propose{AccountId{2}, ProposalKind::remove}), RefusalCode::not_absent);
    table.wait(1ms);
    EXPECT_EQ(table.refusal(Propose{AccountId{2}, ProposalKind::remove}), std::nullopt);
    EXPECT_EQ(table.refusal(Propose{AccountId{1}, ProposalKind::remove}), RefusalCode::not_absent);
    EXPECT_EQ(table.refusal(Propose{AccountId{2}, ProposalKind::remove, Seat::red}),
              RefusalCode::not_absent);
    EXPECT_EQ(table.refusal(Propose{AccountId{2}, ProposalKind::remove, Seat::seat8}),
              RefusalCode::no_such_seat);
}

TEST(Vote, WaitsFiveMinutesInALiveGameAndOnlyWhatCountsInOthers) {
    Table live("19x19-4p", total(600s));
    live.wait(5min);
    EXPECT_EQ(live.refusal(Propose{AccountId{2}, ProposalKind::remove}), std::nullopt);

    engine::Terms terms = total(24h * 30);
    terms.clock.vacations = true;
    engine::Calendar calendar;
    calendar.vacations = {{utc(2026, 3, 3), utc(2026, 3, 10)}};
    Table days("19x19-4p", terms, {{AccountId{1}, calendar}});
    days.wait(24h * 7 + 71h);
    EXPECT_EQ(days.refusal(Propose{AccountId{2}, ProposalKind::remove}), RefusalCode::not_absent);
    days.wait(1h);
    EXPECT_EQ(days.refusal(Propose{AccountId{2}, ProposalKind::remove}), std::nullopt);
}

TEST(Vote, NeedsThreePlayers) {
    Table table("9x9");
    table.wait(1000h);

    EXPECT_EQ(table.refusal(Propose{AccountId{2}, ProposalKind::remove}),
              RefusalCode::too_few_to_vote);
}

TEST(Vote, OffersTheSeatIfTheTermsSaySo) {
    engine::Terms terms;
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    Table table("19x19-4p", terms);

    table.wait(72h).propose(AccountId{2}, ProposalKind::remove).answer(AccountId{3});

    EXPECT_EQ(table.last<engine::SeatOffered>().reason, LeaveReason::absent);
}

}  // namespace
}  // namespace tanbo::tests
