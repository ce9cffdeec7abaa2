#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "server/tournament/rules/round_parts.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

// Players who don't meet as long as that is avoidable.
namespace tanbo::tournament {
namespace {

using protocol::ClubId;
using Pairs = std::vector<std::pair<int, int>>;
using Clubs = std::vector<std::vector<ClubId>>;

// Players with these clubs have entered.
Maker entered(TournamentSettings settings, const Clubs& clubs) {
    Maker maker(settings);
    for (int i = 0; i < std::ssize(clubs); ++i) {
        maker.take(enter(maker.now_is(), account(i + 1), 2000 - i, false, maker.now(),
                         clubs[static_cast<std::size_t>(i)]));
    }
    return maker;
}

// How many tables of all rounds have two players of one club.
int met_within_clubs(const Tournament& tournament) {
    int met = 0;
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) {
            const auto& first = tournament.player(table.players[0]).clubs;
            const auto& second = tournament.player(table.players[1]).clubs;
            met += std::ranges::find_first_of(first, second) != first.end() ? 1 : 0;
        }
    }
    return met;
}

TEST(Apart, AreThePlayersOfAClub) {
    const ClubId one{1};
    const ClubId two{2};
    const Clubs clubs = {{one}, {one, two}, {}, {two}, {one, two}, {}};
    const Maker maker = entered(settings_of(TournamentFormat::swiss, 3), clubs);

    EXPECT_EQ(apart_pairs(maker.now_is()), (Pairs{{0, 1}, {0, 4}, {1, 3}, {1, 4}, {3, 4}}));
    EXPECT_EQ(apart_pairs(replayed(maker.log())), apart_pairs(maker.now_is()));
}

TEST(Apart, AreNotThePlayersOfAClubThatMostAreOf) {
    const ClubId one{1};
    const TournamentSettings settings = settings_of(TournamentFormat::swiss, 3);

    EXPECT_EQ(apart_pairs(entered(settings, {{one}, {one}, {one}, {}}).now_is()), Pairs());
    EXPECT_EQ(apart_pairs(entered(settings, {{one}, {one}, {}, {}}).now_is()), (Pairs{{0, 1}}));
}

TEST(Apart, AreTheGroupsInstead) {
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 3);
    settings.keeps_clubs_apart = false;
    const Clubs clubs(4, {ClubId{1}});

    EXPECT_EQ(apart_pairs(entered(settings, clubs).now_is()), Pairs());
    settings.apart = {{account(2), account(4)}};
    EXPECT_EQ(apart_pairs(entered(settings, clubs).now_is()), (Pairs{{1, 3}}));
}

// The control: without them, players of one club meet.
TEST(Apart, ClubsOfAnEventDontMeetInSwissTournaments) {
    Clubs clubs;
    for (int i = 0; i < 16; ++i) clubs.push_back({ClubId{1 + i % 4}});
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 5);
    int met_otherwise = 0;
    for (unsigned seed = 0; seed < 10; ++seed) {
        for (const bool keeps : {true, false}) {
            settings.keeps_clubs_apart = keeps;
            std::mt19937 chance(seed);
            Maker maker = entered(settings, clubs);
            maker.start();
            while (maker.advance()) maker.play_all(chance);
            ASSERT_EQ(maker.now_is().rounds.size(), 5U);
            if (keeps) {
                EXPECT_EQ(met_within_clubs(maker.now_is()), 0) << seed;
            } else {
                met_otherwise += met_within_clubs(maker.now_is());
            }
        }
    }
    EXPECT_GT(met_otherwise, 10);
}

}  // namespace
}  // namespace tanbo::tournament
