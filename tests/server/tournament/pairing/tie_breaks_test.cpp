#include "server/tournament/pairing/tie_breaks.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "server/tournament/pairing/pod_points.hpp"

namespace tanbo::pairing {
namespace {

// Three rounds of four: 0 wins all, 3 leaves after the first.
std::vector<SwissPlayer> example() {
    std::vector<SwissPlayer> players(4);
    players[0].outcomes = {{Kind::game, 1, Side::first, 2},
                           {Kind::game, 2, Side::second, 2},
                           {Kind::forfeit, 3, Side::first, 2}};
    players[1].outcomes = {{Kind::game, 0, Side::second, 0},
                           {Kind::bye, -1, Side::none, 2},
                           {Kind::game, 2, Side::first, 1}};
    players[2].outcomes = {{Kind::game, 3, Side::first, 2},
                           {Kind::game, 0, Side::first, 0},
                           {Kind::game, 1, Side::second, 1}};
    players[3].outcomes = {{Kind::game, 2, Side::second, 0},
                           {Kind::absent, -1, Side::none, 0},
                           {Kind::forfeit, 0, Side::second, 0}};
    return players;
}

TEST(TieBreaks, CountRoundsWithoutAGameAsDummies) {
    const auto players = example();
    const Results results{players, 3, true};

    // The absence of 3 is followed by a forfeit alone: a draw for its opponents.
    EXPECT_EQ(adjusted_halves(results, 3), 1);
    EXPECT_EQ(buchholz(results, 0, 0), (std::vector<Addend>{{0, 1, 3}, {1, 2, 3}, {2, -1, 1}}));
    EXPECT_EQ(buchholz(results, 1, 1),
              (std::vector<Addend>{{0, 0, 6}, {1, -1, 3, false, true}, {2, 2, 3}}));
    EXPECT_EQ(sum(buchholz(results, 1, 1)), 9);
    EXPECT_EQ(sum(sonneborn_berger(results, 0)), 2 * 3 + 2 * 3 + 2 * 1);
    EXPECT_EQ(wins(results, 1), 1);
}

TEST(TieBreaks, CutARoundThatThePlayerChoseToMiss) {
    auto players = example();
    players[3].outcomes[0].halves = 1;
    players[2].outcomes[0].halves = 1;
    const Results results{players, 3, true};

    const std::vector<Addend> addends = buchholz(results, 3, 1);

    // 2 has 1 point; the dummies of the missed rounds have half of one.
    EXPECT_EQ(addends, (std::vector<Addend>{{0, 2, 2}, {1, -1, 1, true, true}, {2, -1, 1, true}}));
}

TEST(TieBreaks, CountForfeitsAsGamesWhereThePairingsAreFixed) {
    const auto players = example();
    const Results results{players, 3, false};

    EXPECT_EQ(sum(sonneborn_berger(results, 0)), 2 * 3 + 2 * 3 + 2 * 0);
    EXPECT_EQ(encounters(results).size(), 5U);
}

TEST(TieBreaks, LookOnlyAtPlayersWhoAreTied) {
    const auto players = example();
    const std::vector<TieBreak> ties = {TieBreak::direct, TieBreak::wins, TieBreak::draw_of_lots};
    const std::vector<int> lots = {3, 2, 1, 0};

    const std::vector<Standing> found = standings({players, 3, true}, ties, lots);

    std::vector<int> order;
    for (const Standing& standing : found) order.push_back(standing.player);
    EXPECT_EQ(order, (std::vector<int>{0, 2, 1, 3}));
    EXPECT_EQ(found[1].values, (std::vector<int>{1, 1, 1}));
    EXPECT_EQ(found[2].place, 3);
}

TEST(Direct, LooksAgainAtWhoIsStillTied) {
    // 0 beat both; 1 and 2 drew.
    const std::vector<Encounter> games = {{0, 1, 2, 0}, {0, 2, 2, 0}, {1, 2, 1, 1}};
    EXPECT_EQ(DirectEncounters(games).places(std::vector{0, 1, 2}), (std::vector<int>{1, 2, 2}));
}

TEST(Direct, RanksWhoIsFirstWhateverTheMissingGamesBring) {
    // 3 players, 1 and 2 have not met: 0 is first; then nothing tells 1 and 2 apart.
    const std::vector<Encounter> games = {{0, 1, 2, 0}, {0, 2, 2, 0}};
    EXPECT_EQ(DirectEncounters(games).places(std::vector{0, 1, 2}), (std::vector<int>{1, 2, 2}));

    // 0 and 1 have not met either: nothing is sure.
    EXPECT_EQ(DirectEncounters(std::vector<Encounter>{{0, 2, 2, 0}}).places(std::vector{0, 1, 2}),
              (std::vector<int>{1, 1, 1}));
}

TEST(Direct, AveragesSeveralGamesOfTwo) {
    const std::vector<Encounter> games = {{0, 1, 2, 0}, {1, 0, 2, 0}, {0, 1, 1, 1}};
    EXPECT_EQ(DirectEncounters(games).places(std::vector{0, 1}), (std::vector<int>{1, 1}));
}

TEST(PodStandings, BreakTiesByFirstsSecondsAndOpponents) {
    const std::vector<PodResult> results = {{{0, 1, 2, 3}, {1, 2, 3, 4}}, {{3, 2, 1}, {1, 2, 3}}};
    const std::vector<PodTieBreak> ties = {PodTieBreak::firsts, PodTieBreak::seconds,
                                           PodTieBreak::opponents, PodTieBreak::direct,
                                           PodTieBreak::draw_of_lots};
    const std::vector<int> extra = {0, 0, 0, 0};
    const std::vector<int> lots = {0, 1, 2, 3};

    const auto found = pod_standings(results, extra, ties, lots);

    // 0 and 3 have a point and a first place each; 3 met stronger opponents.
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0], (PodStanding{3, 1, 840, {1, 0, 840 + 560 + 700 + 700 + 560, 1, 3}}));
    EXPECT_EQ(found[1].player, 0);
    EXPECT_EQ(found[2], (PodStanding{2, 3, 280 + 420, {0, 1, 840 + 560 + 840 + 840 + 560, 1, 2}}));
    EXPECT_EQ(found[3].player, 1);
}

}  // namespace
}  // namespace tanbo::pairing
