#include "server/rating/finish.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "tests/server/rating/finished_match.hpp"

namespace tanbo::rating {
namespace {

using engine::LeaveReason;
using engine::Seat;
using tests::PlayedMatch;

constexpr int to_the_end = 100'000;

engine::Terms rated(engine::LeaverPolicy policy = engine::LeaverPolicy::remove) {
    engine::Terms terms;
    terms.rated = true;
    terms.leaver_policy = policy;
    return terms;
}

// Account -> place, as ranked.
std::map<int, int> places(const Finish& finish) {
    std::map<int, int> result;
    for (const RatedPlayer& player : finish.ranked) {
        result[static_cast<int>(player.account)] = player.place;
    }
    return result;
}

// Account -> whether it has left.
std::map<int, bool> conduct(const Finish& finish) {
    std::map<int, bool> result;
    for (const Conduct& one : finish.conduct) {
        EXPECT_TRUE(result.emplace(static_cast<int>(one.account), one.has_left).second);
    }
    return result;
}

using Places = std::map<int, int>;
using Left = std::map<int, bool>;

TEST(Finish, IsNothingBeforeTheEnd) {
    EXPECT_FALSE(finish_of(PlayedMatch("9x9").match()));
    EXPECT_FALSE(finish_of(PlayedMatch("9x9").play(5).match()));
}

TEST(Finish, RanksWhoWasPutOutBehindWhoPutHimOut) {
    const PlayedMatch game = PlayedMatch("9x9", rated()).play(to_the_end);
    const int winner = engine::index_of(*game.match().winner()) + 1;

    const auto finish = finish_of(game.match());

    ASSERT_TRUE(finish);
    EXPECT_TRUE(finish->is_rated);
    EXPECT_EQ(finish->setup, "9x9");
    EXPECT_EQ(finish->at, game.match().updated_at());
    EXPECT_EQ(places(*finish), (Places{{winner, 1}, {3 - winner, 2}}));
    EXPECT_EQ(conduct(*finish), (Left{{1, false}, {2, false}}));
    ASSERT_TRUE(finish->counted);
    EXPECT_EQ(finish->counted->plies, game.match().ply());
    EXPECT_EQ(finish->counted->swap, store::SwapUse::off);
}

TEST(Finish, GivesWhoLeavesThePlaceOfHisLeaving) {
    PlayedMatch game("19x19-4p", rated());
    game.play(9)
        .leave(protocol::AccountId{3})
        .play(4)
        .leave(protocol::AccountId{1})
        .play(2)
        .leave(protocol::AccountId{4});

    const auto finish = finish_of(game.match());

    ASSERT_TRUE(finish);
    EXPECT_TRUE(finish->is_rated);
    EXPECT_EQ(places(*finish), (Places{{1, 3}, {2, 1}, {3, 4}, {4, 2}}));
}

TEST(Finish, TakesResigningToTheLastOpponentForFinishing) {
    PlayedMatch four("19x19-4p");
    four.play(9)
        .leave(protocol::AccountId{3})
        .leave(protocol::AccountId{1})
        .leave(protocol::AccountId{4});
    PlayedMatch two("9x9");
    two.play(4).leave(protocol::AccountId{1});

    EXPECT_EQ(conduct(*finish_of(four.match())),
              (Left{{1, true}, {2, false}, {3, true}, {4, false}}));
    EXPECT_EQ(conduct(*finish_of(two.match())), (Left{{1, false}, {2, false}}));
}

TEST(Finish, TakesTimeoutsAndRemovalsForLeavingHoweverManyPlay) {
    PlayedMatch late("9x9");
    late.play(4).leave(protocol::AccountId{2}, LeaveReason::time);
    PlayedMatch removed("9x9");
    removed.play(4).put(engine::Remove{Seat::black});

    EXPECT_EQ(conduct(*finish_of(late.match())), (Left{{1, false}, {2, true}}));
    EXPECT_EQ(conduct(*finish_of(removed.match())), (Left{{1, true}, {2, false}}));
}

TEST(Finish, RanksWhoWasReplacedAndNotWhoReplacedHim) {
    PlayedMatch game("19x19-4p", rated(engine::LeaverPolicy::substitute));
    // 1 leaves four, 9 takes over; 2 leaves four too, 8 takes over; then 4, 9 and 8 go in this
    // order.
    game.play(8)
        .leave(protocol::AccountId{1})
        .put(engine::TakeOver{{protocol::AccountId{9}, "nina"}});
    game.play(8)
        .leave(protocol::AccountId{2})
        .put(engine::TakeOver{{protocol::AccountId{8}, "olaf"}});
    game.put(engine::Remove{Seat::green}).lapse();

    while (game.match().status() != engine::Status::finished) {
        const auto seats = game.match().seats();
        const auto in = std::ranges::find(seats, engine::SeatState::in, &engine::SeatHolder::state);
        game.leave(in->player->account);
        if (game.match().due()) game.lapse();
    }
    const auto finish = finish_of(game.match());

    ASSERT_TRUE(finish);
    const auto ranked = places(*finish);
    EXPECT_EQ(ranked.size(), 4U);
    EXPECT_FALSE(ranked.contains(8));
    EXPECT_FALSE(ranked.contains(9));
    // All who were in when 1 left are before them; 2 left later; 3 and 4 stayed on.
    EXPECT_EQ(ranked.at(1), 4);
    EXPECT_EQ(ranked.at(2), 3);
    EXPECT_LT(ranked.at(3), 3);
    EXPECT_LT(ranked.at(4), 3);
    EXPECT_TRUE(conduct(*finish).at(1));
    EXPECT_EQ(conduct(*finish).size(), 6U);
}

TEST(Finish, LeavesGamesUnratedThatHaveNoClearAccount) {
    PlayedMatch unrated("9x9");
    unrated.play(4).leave(protocol::AccountId{1});
    PlayedMatch absent("19x19-4p", rated(), 1);
    absent.play(4).leave(protocol::AccountId{1}).leave(protocol::AccountId{2});

    EXPECT_FALSE(finish_of(unrated.match())->is_rated);
    EXPECT_FALSE(finish_of(absent.match())->is_rated);
    EXPECT_FALSE(finish_of(absent.match())->counted);
    EXPECT_EQ(places(*finish_of(absent.match())), (Places{{1, 3}, {2, 2}, {3, 1}}));
}

TEST(Finish, IsNothingIfAGameIsCalledOffOrWithdrawn) {
    PlayedMatch aborted("9x9", rated());
    aborted.play(1).put(engine::Abort{});
    PlayedMatch withdrawn("9x9", rated(), PlayedMatch::nobody_starts);
    withdrawn.leave(protocol::AccountId{1});

    EXPECT_EQ(withdrawn.match().status(), engine::Status::finished);
    EXPECT_FALSE(finish_of(aborted.match()));
    EXPECT_FALSE(finish_of(withdrawn.match()));
}

TEST(Finish, FollowsAVerdictWithoutCountingItForTheSetup) {
    PlayedMatch game("9x9", rated());
    game.play(10).put(engine::Adjudicate{Seat::white, {2, 1}});

    const auto finish = finish_of(game.match());

    ASSERT_TRUE(finish);
    EXPECT_TRUE(finish->is_rated);
    EXPECT_EQ(places(*finish), (Places{{1, 2}, {2, 1}}));
    EXPECT_FALSE(finish->counted);
}

TEST(Finish, CountsOnlyGamesInWhichEverySeatCouldPlaceAStone) {
    PlayedMatch early("9x9", rated());
    early.play(1).leave(protocol::AccountId{2});
    PlayedMatch late("9x9", rated());
    late.play(2).leave(protocol::AccountId{1});

    EXPECT_FALSE(finish_of(early.match())->counted);
    EXPECT_FALSE(finish_of(early.match())->is_rated) << "a no-show rates nobody";
    EXPECT_TRUE(finish_of(late.match())->is_rated);
    ASSERT_TRUE(finish_of(late.match())->counted);
    EXPECT_EQ(finish_of(late.match())->counted->places, (std::vector{2, 1}));
}

TEST(Finish, TakesResigningBeforeEverySeatCouldPlaceAStoneForANoShow) {
    PlayedMatch early("9x9", rated());
    early.play(1).leave(protocol::AccountId{2});
    PlayedMatch friendly("9x9");
    friendly.leave(protocol::AccountId{2});

    EXPECT_EQ(conduct(*finish_of(early.match())), (Left{{1, false}, {2, true}}));
    EXPECT_EQ(conduct(*finish_of(friendly.match())), (Left{{1, false}, {2, false}}));
}

TEST(Finish, TellsGamesApartByWhatBecameOfTheSwap) {
    engine::Terms terms = rated();
    terms.swap = true;
    PlayedMatch declined("9x9", terms);
    declined.play(4).leave(protocol::AccountId{1});
    PlayedMatch taken("9x9", terms);
    taken.play(1).put(engine::Swap{protocol::AccountId{2}}).play(4).leave(protocol::AccountId{1});

    EXPECT_EQ(finish_of(declined.match())->counted->swap, store::SwapUse::declined);
    const auto finish = finish_of(taken.match());
    EXPECT_EQ(finish->counted->swap, store::SwapUse::taken);
    // Player 1 sits second now, and has left.
    EXPECT_EQ(finish->counted->places, (std::vector{1, 2}));
    EXPECT_EQ(places(*finish), (Places{{1, 2}, {2, 1}}));
}

TEST(Finish, KeepsAGameWithABotApart) {
    const PlayedMatch game = PlayedMatch("9x9", rated(), 0, 1).play(to_the_end);

    const auto finish = finish_of(game.match());

    ASSERT_TRUE(finish);
    EXPECT_TRUE(finish->is_rated);
    EXPECT_TRUE(finish->with_bots);
    EXPECT_EQ(finish->ranked.size(), 2U);
    EXPECT_FALSE(finish->counted);
    EXPECT_EQ(conduct(*finish), Left());
    EXPECT_FALSE(finish_of(PlayedMatch("9x9", rated()).play(to_the_end).match())->with_bots);
}

TEST(Finish, SaysWhoLetPeopleDownThoughABotWasThere) {
    PlayedMatch game("19x19-4p", {}, 0, 2);
    game.play(9).leave(protocol::AccountId{1}).leave(protocol::AccountId{3});
    game.leave(protocol::AccountId{4});

    EXPECT_EQ(conduct(*finish_of(game.match())), (Left{{1, true}, {2, false}}));
}

}  // namespace
}  // namespace tanbo::rating
