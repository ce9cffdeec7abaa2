#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/pairing/pod_points.hpp"
#include "server/tournament/rules/openings.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

// Tournaments with three or four players at a table, by their logs.
namespace tanbo::tournament {
namespace {

using protocol::Code;
using protocol::TournamentEnd;
using protocol::WithdrawalCause;

constexpr auto pods = TournamentFormat::pods;

Maker begun(int players, int rounds) {
    Maker maker(settings_of(pods, rounds));
    maker.enter(players);
    maker.start();
    maker.advance();
    return maker;
}

int points_of(const Tournament& tournament, int player) {
    return units_before(tournament, player, static_cast<int>(tournament.rounds.size()) + 1);
}

TEST(PodEvents, OfAnySizeSeatEverybodyAndEnd) {
    std::mt19937 chance(1);  // NOLINT: the same events in each run
    for (int players = 3; players <= 21; ++players) {
        Maker maker = begun(players, 3);
        while (!maker.now_is().is_over()) {
            const Round& round = maker.now_is().rounds.back();
            std::set<int> seated;
            for (const Table& table : round.tables) {
                EXPECT_TRUE(table.players.size() == 3 || table.players.size() == 4);
                EXPECT_TRUE(std::ranges::is_sorted(table.seats));
                seated.insert(table.players.begin(), table.players.end());
            }
            for (const auto& [player, kind] : round.resting) {
                EXPECT_EQ(kind, protocol::Resting::bye);
                seated.insert(player);
            }
            EXPECT_EQ(std::ssize(seated), players);
            EXPECT_EQ(round.resting.size(), players == 5 ? 1U : 0U);
            maker.play_all(chance);
            ASSERT_TRUE(maker.advance()) << "nothing is due";
        }
        EXPECT_EQ(maker.now_is().end, TournamentEnd::completed);
        EXPECT_EQ(maker.now_is().rounds.size(), 3U);
    }
}

TEST(PodEvents, LeaveEachSeatEmptyInSomeDraw) {
    std::mt19937 chance(2);  // NOLINT: the same events in each run
    std::set<int> empty;
    Maker maker = begun(3, 40);
    while (!maker.now_is().is_over()) {
        const std::vector<int>& seats = maker.now_is().rounds.back().tables.front().seats;
        for (int seat = 0; seat < 4; ++seat) {
            if (std::ranges::find(seats, seat) == seats.end()) empty.insert(seat);
        }
        maker.play_all(chance);
        maker.advance();
    }
    EXPECT_EQ(empty, (std::set{0, 1, 2, 3}));
}

TEST(PodEvents, GivePointsByPlacesAndShareEqualOnes) {
    Maker maker = begun(8, 1);
    maker.place({1, 1, 1}, {1, 2, 2, 4});
    maker.place({1, 2, 1}, {4, 3, 2, 1});

    const Tournament& present = maker.now_is();
    EXPECT_EQ(present.table({1, 1, 1}).units, (std::vector{840, 420, 420, 0}));
    EXPECT_EQ(present.table({1, 2, 1}).units, (std::vector{0, 280, 560, 840}));
    const auto rows = standings(present, {});
    EXPECT_EQ(rows[0].units, 840);
    EXPECT_EQ(rows[0].values[0], 1);  // firsts
    EXPECT_EQ(rows[2].units, 560);
    EXPECT_EQ(rows[2].values[1], 1);  // seconds
    for (const Ranked& row : rows) EXPECT_EQ(row.units, points_of(present, row.player));
}

TEST(PodEvents, ExplainFiguresByTheirParts) {
    std::mt19937 chance(3);  // NOLINT: the same event in each run
    Maker maker = begun(11, 4);
    while (!maker.now_is().is_over()) {
        maker.play_all(chance);
        maker.advance();
    }
    for (const Ranked& row : standings(maker.now_is(), names_of(maker.now_is()))) {
        const auto explained = explain(maker.now_is(), row.player);
        for (std::size_t tie = 0; tie < 3; ++tie) {
            EXPECT_EQ(pairing::sum(explained[tie].parts), row.values[tie]);
        }
    }
}

TEST(PodEvents, AForfeitedPlayerHasNothingAndTheOthersLoseNothing) {
    Maker maker = begun(4, 2);
    maker.take(forfeit_one(maker.now_is(), {1, 1, 1}, 2, account(1), "Absent.", maker.now()));
    EXPECT_TRUE(maker.now_is().table({1, 1, 1}).is_open());
    maker.place({1, 1, 1}, {1, 3, 2, 4});

    const Table& table = maker.now_is().table({1, 1, 1});
    EXPECT_EQ(table.units, (std::vector{840, 280, 0, 0}));
    const auto rows = standings(maker.now_is(), {});
    EXPECT_EQ(rows[0].player, table.players[0]);
    const auto absent = std::ranges::find(rows, table.players[2], &Ranked::player);
    EXPECT_EQ(absent->units, 0);
    const Tournament again = replayed(maker.log());
    EXPECT_EQ(again.table({1, 1, 1}).lost_by_forfeit, table.lost_by_forfeit);
}

TEST(PodEvents, LeaversAreNotSeatedAnyMoreAndTheOthersPlayOn) {
    Maker maker(settings_of(pods, 3));
    maker.enter(7);
    maker.start();
    // The round is paired, and none of its games has started.
    maker.take(advance(maker.now_is(), names_of(maker.now_is()), {}, maker.now()));
    const Table& three = maker.now_is().rounds[0].tables[1];
    ASSERT_EQ(three.players.size(), 3U);
    const std::vector<int> seated = three.players;
    const auto leave = [&](std::size_t index) {
        maker.take(withdraw(maker.now_is(), maker.now_is().player(seated[index]).account,
                            WithdrawalCause::themselves, false, maker.now()));
    };
    leave(0);
    EXPECT_TRUE(maker.now_is().table({1, 2, 1}).is_open());
    leave(1);

    const Table& left = maker.now_is().table({1, 2, 1});
    EXPECT_EQ(left.units, (std::vector{0, 0, 840}));
    EXPECT_EQ(left.places, (std::vector{2, 2, 1}));
    EXPECT_EQ(left.decided, Decided::forfeit);
}

TEST(PodEvents, ARoundWaitsForTwoWhoPlayAndForNobodyElse) {
    Maker maker = begun(6, 2);
    maker.place({1, 1, 1}, {1, 2, 3});
    const std::vector<int> seated = maker.now_is().table({1, 2, 1}).players;
    const auto leave = [&](std::size_t index) {
        maker.take(withdraw(maker.now_is(), maker.now_is().player(seated[index]).account,
                            WithdrawalCause::themselves, false, maker.now()));
    };
    leave(0);
    EXPECT_FALSE(maker.now_is().rounds[0].ended_at);
    leave(1);
    EXPECT_TRUE(maker.now_is().rounds[0].ended_at);
    EXPECT_TRUE(maker.now_is().table({1, 2, 1}).is_open());
}

TEST(PodEvents, NeedThreePlayers) {
    Maker maker(settings_of(pods, 2));
    maker.enter(2);
    const auto started =
        start(maker.now_is(), seeding(maker.now_is()), names_of(maker.now_is()), {}, maker.now());
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code, Code::too_few_players);
}

TEST(PodEvents, EndEarlyIfFewerThanThreeAreLeft) {
    std::mt19937 chance(4);  // NOLINT: the same event in each run
    Maker maker = begun(4, 5);
    for (const int player : {1, 2}) {
        maker.take(withdraw(maker.now_is(), account(player), WithdrawalCause::themselves, false,
                            maker.now()));
    }
    maker.play_all(chance);
    maker.advance();
    EXPECT_EQ(maker.now_is().end, TournamentEnd::too_few_players);
}

TEST(PodEvents, ALateEntryHasNoPointsAndAHalfPointByeHasSome) {
    std::mt19937 chance(5);  // NOLINT: the same event in each run
    Maker maker = begun(7, 4);
    maker.take(rest(maker.now_is(), account(1), 2, maker.now()));
    maker.take(enter(maker.now_is(), account(8), 1500, false, maker.now()));
    maker.play_all(chance);
    maker.advance();

    const Round& second = maker.now_is().rounds[1];
    ASSERT_EQ(second.resting.size(), 1U);
    EXPECT_EQ(second.resting[0], (std::pair{0, protocol::Resting::half_bye}));
    EXPECT_EQ(resting_units(maker.now_is(), protocol::Resting::half_bye), 420);
    EXPECT_EQ(units_before(maker.now_is(), 7, 2), 0);
    EXPECT_EQ(second.tables.size(), 2U);
}

TEST(PodEvents, TheSecretRepeatsEachRound) {
    std::mt19937 chance(6);  // NOLINT: the same event in each run
    Maker maker = begun(10, 3);
    while (!maker.now_is().is_over()) {
        maker.play_all(chance);
        maker.advance();
    }
    // Folds the log up to each round, and pairs it again.
    int rounds = 0;
    Tournament before;
    for (const TournamentEvent& event : maker.log()) {
        if (const auto* const paired = std::get_if<protocol::RoundPaired>(&event.data)) {
            const auto again = next_round(before, names_of(before), {});
            ASSERT_TRUE(again);
            EXPECT_EQ(again->tables, paired->tables);
            auto names = names_of(before);
            std::swap(names[0], names[1]);
            EXPECT_NE(next_round(before, names, {})->tables, paired->tables) << "not detected";
            ++rounds;
        }
        apply(before, event);
    }
    EXPECT_EQ(rounds, 3);
}

}  // namespace
}  // namespace tanbo::tournament
