#include "server/tournament/pairing/swiss.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace tanbo::pairing {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

SwissEvent new_event(int players, int rounds) {
    SwissEvent event;
    event.players.resize(at(players));
    event.rounds = rounds;
    return event;
}

// Adds a round in which everybody who is not paired is absent; the better one wins mostly.
void play(SwissEvent& event, const SwissRound& round, std::mt19937& random) {
    std::vector<Outcome> outcomes(event.players.size());
    for (const auto& [first, second] : round.pairs) {
        const int halves = random() % 5 == 0 ? 1 : (random() % 3 == 0) == (first < second) ? 0 : 2;
        outcomes[at(first)] = {Kind::game, second, Side::first, halves};
        outcomes[at(second)] = {Kind::game, first, Side::second, 2 - halves};
    }
    if (round.bye) outcomes[at(*round.bye)] = {Kind::bye, -1, Side::none, 2};
    for (std::size_t index = 0; index < outcomes.size(); ++index) {
        event.players[index].outcomes.push_back(outcomes[index]);
    }
}

TEST(Swiss, PairsTheFirstRoundByHalves) {
    const SwissEvent event = new_event(7, 5);

    const auto round = pair_swiss(event);

    ASSERT_TRUE(round);
    EXPECT_EQ(round->pairs, (Round{{0, 3}, {4, 1}, {2, 5}}));
    EXPECT_EQ(round->bye, 6);
}

TEST(Swiss, GivesTheDrawnSideToTheFirstPlayer) {
    SwissEvent event = new_event(4, 3);
    event.initial_side = Side::second;

    EXPECT_EQ(pair_swiss(event)->pairs, (Round{{2, 0}, {1, 3}}));
}

TEST(Swiss, KeepsPlayersApartAsLongAsThatIsAvoidable) {
    SwissEvent event = new_event(4, 3);
    event.apart = {{0, 2}};
    EXPECT_EQ(pair_swiss(event)->pairs, (Round{{0, 3}, {2, 1}}));

    event.apart = {{0, 1}, {0, 2}, {0, 3}};
    EXPECT_EQ(pair_swiss(event)->pairs, (Round{{0, 2}, {3, 1}}));

    event.refused = event.apart;
    EXPECT_EQ(pair_swiss(event), std::nullopt);
}

TEST(Swiss, EndsWhenNoPairingIsLeft) {
    std::mt19937 random(11);  // NOLINT: the same event in each run
    SwissEvent event = new_event(4, 9);
    int rounds = 0;
    while (const auto round = pair_swiss(event)) {
        play(event, *round, random);
        ++rounds;
    }

    EXPECT_GE(rounds, 1);
    EXPECT_LE(rounds, 3);
    EXPECT_EQ(pair_swiss(new_event(1, 3)), std::nullopt);
}

TEST(Swiss, GivesNobodyASecondByeBeforeEverybodyHadOne) {
    for (const int players : {3, 5, 7, 9}) {
        std::mt19937 random(12);  // NOLINT: the same event in each run
        SwissEvent event = new_event(players, players);
        std::set<int> rested;
        while (const auto round = pair_swiss(event)) {
            ASSERT_TRUE(round->bye);
            EXPECT_TRUE(rested.insert(*round->bye).second);
            play(event, *round, random);
            if (static_cast<int>(event.players[0].outcomes.size()) == event.rounds) break;
        }
        // Five players have no pairing left after three rounds.
        EXPECT_GE(rested.size(), 3U);
    }
}

TEST(Swiss, GivesASecondByeWhenEverybodyHadOne) {
    SwissEvent event = new_event(3, 9);
    for (SwissPlayer& player : event.players) player.outcomes.push_back({Kind::bye, -1, {}, 2});

    EXPECT_EQ(pair_swiss(event)->bye, 2);
}

TEST(Swiss, PairsAsWellWhenItLooksAtNeighboursFirst) {
    std::mt19937 random(13);  // NOLINT: the same events in each run
    for (int number = 0; number < 10; ++number) {
        SwissEvent event = new_event(24 + number, 7);
        for (int index = 0; number % 2 == 1 && index < 8; ++index) {
            event.players[at(index)].initial_halves = 2;
        }
        for (int round = 0; round < 7; ++round) {
            for (SwissPlayer& player : event.players) player.is_present = random() % 20 != 0;

            const auto all = pair_swiss(event, {true, 1000});

            ASSERT_TRUE(all);
            EXPECT_EQ(pair_swiss(event, {true, 0}), all) << number << " " << round;
            play(event, *all, random);
        }
    }
}

}  // namespace
}  // namespace tanbo::pairing
