#include "server/tournament/pairing/brackets.hpp"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/repetitions.hpp"

namespace tanbo::pairing {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

struct Played {
    std::vector<MatchState> states;
    std::map<int, int> losses;
    std::vector<char> withdrawn;
};

// Plays to the end; now and then a player withdraws.
Played play(const std::vector<BracketMatch>& matches, int players, std::mt19937& random,
            bool with_withdrawals) {
    std::vector<std::optional<int>> winners(matches.size());
    Played played{{}, {}, std::vector<char>(at(players), 0)};
    while (true) {
        played.states = states(matches, winners, played.withdrawn);
        std::vector<std::size_t> open;
        for (std::size_t index = 0; index < matches.size(); ++index) {
            if (played.states[index].is_open()) open.push_back(index);
        }
        if (open.empty()) break;
        if (with_withdrawals && random() % 20 == 0) {
            played.withdrawn[random() % played.withdrawn.size()] = 1;
            continue;
        }
        const std::size_t next = open[random() % open.size()];
        const MatchState& match = played.states[next];
        winners[next] = random() % 2 == 0 ? match.a : match.b;
    }
    for (const MatchState& match : played.states) {
        if (match.is_needed && match.loser()) ++played.losses[*match.loser()];
    }
    return played;
}

void expect_everybody_out(const Played& played, int players, int losses) {
    const auto winner = champion(played.states);
    ASSERT_TRUE(winner);
    for (int player = 0; player < players; ++player) {
        const auto found = played.losses.find(player);
        const int lost = found == played.losses.end() ? 0 : found->second;
        if (player == *winner) {
            EXPECT_LT(lost, losses);
        } else {
            EXPECT_EQ(lost, losses) << player;
        }
    }
}

TEST(Brackets, HaveEverybodyButTheWinnerLoseOnceOrTwice) {
    std::mt19937 random(1);  // NOLINT: the same events in each run
    for (int event = 0; event < tests::repetitions(10'000); ++event) {
        const int players = 2 + static_cast<int>(random() % 63);
        const bool is_double = event % 2 == 0;
        const auto matches = is_double ? double_elimination(players) : knockout(players);

        const Played played = play(matches, players, random, event % 4 < 2);

        expect_everybody_out(played, players, is_double ? 2 : 1);
        if (testing::Test::HasFailure()) FAIL() << players << " players, event " << event;
    }
}

TEST(Brackets, ShowAMatchThatIsMissing) {
    std::mt19937 random(2);  // NOLINT: the same event in each run
    std::vector<BracketMatch> matches = double_elimination(8);
    // As if the losers of the first round were out at once.
    matches[4].a = matches[4].b;

    const Played played = play(matches, 8, random, false);

    int out = 0;
    for (const auto& [player, lost] : played.losses) out += lost == 2 ? 1 : 0;
    EXPECT_LT(out, 7);
}

TEST(Brackets, KeepTheBestApartUntilTheEnd) {
    for (int players = 2; players <= 64; ++players) {
        const auto matches = knockout(players);
        std::vector<std::optional<int>> winners(matches.size());
        const std::vector<char> withdrawn(at(players), 0);
        for (std::size_t index = 0; index < matches.size(); ++index) {
            const MatchState match = states(matches, winners, withdrawn)[index];
            winners[index] = std::min(*match.a, *match.b);
        }

        const MatchState final = states(matches, winners, withdrawn).back();

        EXPECT_EQ(std::minmax(*final.a, *final.b), std::minmax(0, 1));
        EXPECT_EQ(matches.size(), at(players - 1));
    }
}

TEST(Brackets, GiveByesToTheTopSeeds) {
    const auto matches = knockout(5);

    // 3 and 4 meet for the place against 0; 1 and 2 meet later.
    ASSERT_EQ(matches.size(), 4U);
    EXPECT_EQ(matches[0],
              (BracketMatch{Part::winners, 0, {Source::Kind::seed, 3}, {Source::Kind::seed, 4}}));
    EXPECT_EQ(matches[1],
              (BracketMatch{Part::winners, 1, {Source::Kind::seed, 0}, {Source::Kind::winner, 0}}));
    EXPECT_EQ(matches[2],
              (BracketMatch{Part::winners, 1, {Source::Kind::seed, 1}, {Source::Kind::seed, 2}}));
    EXPECT_EQ(matches[3].part, Part::final);
}

TEST(Brackets, PlayASecondFinalOnlyIfTheUnbeatenPlayerLosesTheFirst) {
    const auto matches = double_elimination(2);
    const std::vector<char> withdrawn(2, 0);
    ASSERT_EQ(matches.size(), 3U);

    const auto unbeaten = states(matches, std::vector<std::optional<int>>{0, 0, {}}, withdrawn);
    EXPECT_FALSE(unbeaten[2].is_needed);
    EXPECT_EQ(champion(unbeaten), 0);

    const auto beaten = states(matches, std::vector<std::optional<int>>{0, 1, {}}, withdrawn);
    EXPECT_TRUE(beaten[2].is_open());
    EXPECT_EQ(champion(beaten), std::nullopt);

    const auto decided = states(matches, std::vector<std::optional<int>>{0, 1, 0}, withdrawn);
    EXPECT_EQ(champion(decided), 0);
}

TEST(Brackets, IgnoreResultsOfPlayersWhoAreNotInTheMatch) {
    const auto matches = knockout(4);
    const std::vector<std::optional<int>> winners = {2, {}, 3};

    const auto found = states(matches, winners, std::vector<char>(4, 0));

    EXPECT_TRUE(found[0].is_open());
    EXPECT_EQ(found[2].winner, std::nullopt);
}

TEST(KnockoutPods, HalveTheFieldUntilOneWins) {
    std::mt19937 random(3);  // NOLINT: the same events in each run
    for (int count = 2; count <= 64; ++count) {
        std::vector<int> players;
        for (int player = 0; player < count; ++player) players.push_back(player);
        int rounds = 0;
        while (players.size() > 1) {
            const auto pods = knockout_pods(players);
            std::vector<int> next;
            std::size_t seated = 0;
            for (const std::vector<int>& pod : pods) {
                ASSERT_GE(pod.size(), 2U);
                ASSERT_LE(pod.size(), 4U);
                seated += pod.size();
                std::vector<int> places;
                for (std::size_t seat = 0; seat < pod.size(); ++seat) {
                    places.push_back(1 + static_cast<int>(random() % 4));
                }
                for (const int player : advancing(pod, places, pods.size() == 1 ? 1 : 2)) {
                    next.push_back(player);
                }
            }
            ASSERT_EQ(seated, players.size());
            std::ranges::sort(next);
            players = next;
            ++rounds;
        }
        EXPECT_LE(rounds, 6);
    }
}

TEST(KnockoutPods, PutTheTopSeedsIntoSmallPods) {
    const std::vector<int> players = {0, 1, 2, 3, 4, 5};

    EXPECT_EQ(knockout_pods(players), (std::vector<std::vector<int>>{{0, 3, 4}, {1, 2, 5}}));
}

TEST(KnockoutPods, GiveASharedPlaceToTheBetterSeed) {
    const std::vector<int> pod = {7, 2, 5, 9};
    const std::vector<int> places = {2, 4, 2, 1};

    EXPECT_EQ(advancing(pod, places, 2), (std::vector<int>{9, 5}));
}

}  // namespace
}  // namespace tanbo::pairing
