#include "server/tournament/rules/together.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/server/tournament/rules/event_maker.hpp"

// Pairs who place better together than ratings predict.
namespace tanbo::tournament {
namespace {

// Rounds of pods of four. By chance, or the two helpers share the first place wherever they meet.
Tournament played(int players, int rounds, bool they_help, unsigned seed) {
    Maker maker(settings_of(TournamentFormat::pods, rounds));
    maker.enter(players);
    maker.start();
    std::mt19937 chance(seed);  // NOLINT: the same events in each run
    while (maker.advance() && !maker.now_is().is_over()) {
        const int round = static_cast<int>(maker.now_is().rounds.size());
        const auto tables = maker.now_is().rounds.back().tables;
        for (std::size_t table = 0; table < tables.size(); ++table) {
            const Table& one = tables[table];
            std::vector<int> places(one.players.size());
            for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(i) + 1;
            std::ranges::shuffle(places, chance);
            if (they_help && one.has(0) && one.has(1)) {
                int next = 3;
                for (int& place : places) place = next++;
                places[one.index_of(0)] = 1;
                places[one.index_of(1)] = 2;
            }
            maker.place({round, static_cast<int>(table) + 1, 1}, places);
        }
    }
    return maker.now_is();
}

// As if ratings were equal: all comparisons are even.
Tournament unrated(Tournament tournament) {
    for (Player& player : tournament.players) player.rating.reset();
    return tournament;
}

TEST(Together, FindsTwoWhoHelpEachOther) {
    const Tournament tournament = unrated(played(4, 6, true, 1));

    const auto found = better_together(tournament);

    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].first, 0);
    EXPECT_EQ(found[0].second, 1);
    EXPECT_EQ(found[0].tables, 6);
    EXPECT_EQ(found[0].won, 24);
    EXPECT_EQ(found[0].expected, 12);
    EXPECT_NEAR(found[0].sigmas, 4.9, 0.01);
}

TEST(Together, NamesFewOfThoseWhoPlayByChance) {
    int named = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        named += static_cast<int>(better_together(unrated(played(4, 6, false, seed))).size());
    }
    EXPECT_LT(named, 60) << "of 600 pairs";
    EXPECT_GT(named, 0);
}

TEST(Together, ExpectsMoreOfThoseWhoAreRatedHigher) {
    Tournament tournament = played(4, 6, true, 1);
    const auto rate = [&tournament](int first_two, int others) {
        for (std::size_t i = 0; i < 4; ++i) {
            tournament.players[i].rating = i < 2 ? first_two : others;
        }
        return std::ranges::any_of(better_together(tournament), [](const Together& one) {
            return one.first == 0 && one.second == 1;
        });
    };
    EXPECT_FALSE(rate(2'400, 1'200)) << "they win as they should";
    EXPECT_TRUE(rate(1'500, 1'500));
}

TEST(Together, SaysNothingOfOneTable) {
    EXPECT_TRUE(better_together(unrated(played(4, 1, true, 1))).empty());
}

}  // namespace
}  // namespace tanbo::tournament
