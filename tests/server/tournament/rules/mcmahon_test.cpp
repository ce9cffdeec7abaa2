#include <random>

#include <gtest/gtest.h>

#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

// Points that ratings give before the first round of a Swiss tournament.
namespace tanbo::tournament {
namespace {

// Players with ratings of 1999, 1998, ...: from 1996 on three points, then two, one and none.
Maker seeded(int players, bool has_points) {
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 3);
    if (has_points) settings.mcmahon = protocol::McMahonRules{1996, 1990, 2};
    Maker maker(settings);
    maker.enter(players);
    maker.start();
    maker.advance();
    return maker;
}

int points_of(const Maker& maker, int player) {
    return initial_points(maker.now_is(), player).value();
}

TEST(McMahon, PlayersWithEqualInitialPointsMeetInTheFirstRound) {
    const Maker maker = seeded(12, true);

    EXPECT_EQ(points_of(maker, 0), 3);
    EXPECT_EQ(points_of(maker, 3), 3);
    EXPECT_EQ(points_of(maker, 4), 2);
    EXPECT_EQ(points_of(maker, 11), 0);
    int equal = 0;
    for (const Table& table : maker.now_is().rounds.front().tables) {
        if (points_of(maker, table.players[0]) == points_of(maker, table.players[1])) ++equal;
    }
    EXPECT_EQ(equal, 6);
}

TEST(McMahon, WithoutThemTheUpperHalfMeetsTheLower) {
    const Maker maker = seeded(12, false);

    EXPECT_EQ(initial_points(maker.now_is(), 0), std::nullopt);
    for (const Table& table : maker.now_is().rounds.front().tables) {
        EXPECT_EQ(std::abs(table.players[0] - table.players[1]), 6);
    }
}

TEST(McMahon, StandingsAndLaterRoundsCountThem) {
    Maker maker = seeded(12, true);
    std::mt19937 chance(8);
    while (!maker.now_is().is_over()) {
        maker.play_all(chance);
        if (!maker.advance()) break;
    }

    ASSERT_TRUE(maker.now_is().is_over());
    const auto rows = standings(maker.now_is(), names_of(maker.now_is()));
    int units = 0;
    for (const Ranked& row : rows) {
        EXPECT_EQ(units_before(maker.now_is(), row.player, 1),
                  pairing::win_halves * points_of(maker, row.player));
        EXPECT_EQ(units_before(maker.now_is(), row.player, 4), row.units);
        units += row.units;
    }
    EXPECT_EQ(units, 2 * (4 * 3 + 2 * 2 + 2 * 1) + 2 * 3 * 6);
    EXPECT_EQ(replayed(maker.log()).settings, maker.now_is().settings);
}

TEST(McMahon, ANewcomerHasNone) {
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 3);
    settings.mcmahon = protocol::McMahonRules{2000, 1000, 100};
    Maker maker(settings);
    maker.take(enter(maker.now_is(), account(1), {}, false, maker.now()));
    maker.take(enter(maker.now_is(), account(2), 2500, false, maker.now()));

    EXPECT_EQ(initial_points(maker.now_is(), 0), 0);
    EXPECT_EQ(initial_points(maker.now_is(), 1), 10);
}

}  // namespace
}  // namespace tanbo::tournament
