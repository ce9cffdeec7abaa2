#include "server/tournament/pairing/pods.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/pairing/pod_points.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::pairing {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

Draw draw_of(int number) {
    return {Secret{7}, std::vector<std::string>{"event"}, number};
}

PodEvent new_event(int players) {
    PodEvent event;
    event.players.resize(at(players));
    for (PodPlayer& player : event.players) player.met.resize(at(players), 0);
    return event;
}

// Gives random places, and adds the round to the histories.
void play(PodEvent& event, const PodRound& round, std::mt19937& random) {
    for (std::vector<int> pod : round.pods) {
        for (std::size_t turn = 0; turn < pod.size(); ++turn) {
            ++event.players[at(pod[turn])].turns[turn];
            for (const int other : pod) {
                if (other != pod[turn]) ++event.players[at(pod[turn])].met[at(other)];
            }
        }
        std::vector<int> places(pod.size());
        std::iota(places.begin(), places.end(), 1);
        std::ranges::shuffle(places, random);
        const std::vector<int> points = pod_points(places);
        for (std::size_t seat = 0; seat < pod.size(); ++seat) {
            event.players[at(pod[seat])].points += points[seat];
        }
    }
    if (round.bye) {
        ++event.players[at(*round.bye)].byes;
        event.players[at(*round.bye)].points += point_units;
    }
}

// The best cost of any pods of these players, each turn tried: nothing of the server's search.
class BruteForce {
public:
    explicit BruteForce(const PodEvent& event) : event_(event) {}

    PodCost best(const std::vector<int>& players) {
        best_.reset();
        seat(players, {});
        return *best_;
    }

private:
    void seat(const std::vector<int>& left, PodCost sum) {
        if (left.empty()) {
            if (!best_ || sum < *best_) best_ = sum;
            return;
        }
        for (const std::size_t size : {std::size_t{3}, std::size_t{4}}) {
            const std::size_t rest = left.size() - size;
            // As many fours as possible: the number of threes is below four.
            if (left.size() < size || rest == 1 || rest == 2 || rest == 5) continue;
            if (threes(left.size()) < threes(rest) || (size == 3 && threes(left.size()) == 0)) {
                continue;
            }
            choose(left, {left[0]}, 1, size, sum);
        }
    }

    static std::size_t threes(std::size_t players) { return (4 - players % 4) % 4; }

    void choose(const std::vector<int>& left, const std::vector<int>& pod, std::size_t from,
                std::size_t size, const PodCost& sum) {
        if (pod.size() == size) {
            std::vector<int> rest;
            for (const int player : left) {
                if (std::ranges::find(pod, player) == pod.end()) rest.push_back(player);
            }
            const PodCost own = cheapest(pod);
            seat(rest, {sum.apart + own.apart, sum.repeated + own.repeated, sum.spread + own.spread,
                        sum.turns + own.turns});
            return;
        }
        for (std::size_t next = from; next < left.size(); ++next) {
            std::vector<int> larger = pod;
            larger.push_back(left[next]);
            choose(left, larger, next + 1, size, sum);
        }
    }

    const PodCost& cheapest(std::vector<int> pod) {
        std::ranges::sort(pod);
        const auto [found, is_new] = known_.try_emplace(pod);
        if (!is_new) return found->second;
        found->second = cost(event_, {{pod}, {}});
        while (std::ranges::next_permutation(pod).found) {
            found->second = std::min(found->second, cost(event_, {{pod}, {}}));
        }
        return found->second;
    }

    const PodEvent& event_;
    std::map<std::vector<int>, PodCost> known_;
    std::optional<PodCost> best_;
};

// The leaders together, then the next ones.
PodRound greedy(const PodEvent& event, std::vector<int> players) {
    std::ranges::sort(players, std::ranges::greater{},
                      [&](int player) { return event.players[at(player)].points; });
    PodRound round;
    auto next = players.begin();
    for (const int size : pod_sizes(static_cast<int>(players.size()))) {
        round.pods.emplace_back(next, next + size);
        next += size;
    }
    return round;
}

std::vector<int> seated(const PodRound& round) {
    std::vector<int> players;
    for (const auto& pod : round.pods) players.insert(players.end(), pod.begin(), pod.end());
    std::ranges::sort(players);
    return players;
}

TEST(Pods, AreAsGoodAsAnyUpToTwelvePlayers) {
    std::mt19937 random(5);  // NOLINT: the same events in each run
    int greedy_is_worse = 0;
    for (int history = 0; history < tests::repetitions(500); ++history) {
        const int players = 6 + static_cast<int>(random() % 7);
        PodEvent event = new_event(players);
        if (history % 3 == 0) event.apart = {{0, 1}, {1, 2}, {3, 4}};
        const int rounds = 1 + static_cast<int>(random() % 5);
        for (int number = 0; number < rounds; ++number) {
            Draw draw = draw_of(100 * history + number);
            const PodRound round = *pair_pods(event, draw);
            if (number + 1 == rounds) {
                const PodCost found = cost(event, round);
                EXPECT_EQ(found, BruteForce(event).best(seated(round))) << history;
                if (cost(event, greedy(event, seated(round))) > found) ++greedy_is_worse;
            }
            play(event, round, random);
        }
    }
    EXPECT_GT(greedy_is_worse, tests::repetitions(250));
}

TEST(Pods, SeatEverybodyInFoursAndThrees) {
    for (int players = 3; players <= 70; ++players) {
        Draw draw = draw_of(players);
        const PodRound round = *pair_pods(new_event(players), draw);

        std::vector<int> all = seated(round);
        if (round.bye) all.push_back(*round.bye);
        std::ranges::sort(all);
        std::vector<int> expected(at(players));
        std::iota(expected.begin(), expected.end(), 0);
        EXPECT_EQ(all, expected);
        EXPECT_EQ(round.bye.has_value(), players == 5);
        for (const auto& pod : round.pods) EXPECT_TRUE(pod.size() == 3 || pod.size() == 4);
    }
    Draw draw = draw_of(0);
    EXPECT_EQ(pair_pods(new_event(2), draw), std::nullopt);
}

TEST(Pods, RepeatNoOpponentWhileThatIsPossible) {
    std::mt19937 random(6);  // NOLINT: the same event in each run
    PodEvent event = new_event(32);
    for (int number = 0; number < 4; ++number) {
        Draw draw = draw_of(number);
        const PodRound round = *pair_pods(event, draw);
        EXPECT_EQ(cost(event, round).repeated, 0) << number;
        play(event, round, random);
    }
}

TEST(Pods, KeepPlayersApart) {
    PodEvent event = new_event(40);
    for (int a = 0; a < 10; ++a) {
        for (int b = 0; b < a; ++b) event.apart.emplace_back(a, b);
    }
    Draw draw = draw_of(1);

    EXPECT_EQ(cost(event, *pair_pods(event, draw)).apart, 0);
}

TEST(Pods, GiveFiveAByeInTurn) {
    std::mt19937 random(8);  // NOLINT: the same event in each run
    PodEvent event = new_event(5);
    std::set<int> rested;
    for (int number = 0; number < 5; ++number) {
        Draw draw = draw_of(number);
        const PodRound round = *pair_pods(event, draw);
        ASSERT_TRUE(round.bye);
        EXPECT_TRUE(rested.insert(*round.bye).second);
        play(event, round, random);
    }
}

TEST(Pods, DrawBetweenEquals) {
    std::set<std::vector<std::vector<int>>> rounds;
    for (int number = 0; number < 20; ++number) {
        Draw draw = draw_of(number);
        rounds.insert(pair_pods(new_event(8), draw)->pods);
    }
    EXPECT_GT(rounds.size(), 15U);

    Draw first = draw_of(1);
    Draw again = draw_of(1);
    EXPECT_EQ(pair_pods(new_event(30), first), pair_pods(new_event(30), again));
}

TEST(PodPoints, AreExactForThreeToEightSeats) {
    EXPECT_EQ(pod_points(std::vector{1, 2, 3, 4}), (std::vector{840, 560, 280, 0}));
    EXPECT_EQ(pod_points(std::vector{2, 1, 2}), (std::vector{210, 840, 210}));
    for (int seats = 2; seats <= 8; ++seats) {
        std::vector<int> places(at(seats), 1);
        EXPECT_EQ(pod_points(places), std::vector<int>(at(seats), 420));
    }
}

}  // namespace
}  // namespace tanbo::pairing
