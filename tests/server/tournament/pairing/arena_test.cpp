#include "server/tournament/pairing/arena.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/repetitions.hpp"

namespace tanbo::pairing {
namespace {

TEST(Arena, PairsNeighboursByRank) {
    const std::vector<ArenaPlayer> free = {{.rank = 0}, {.rank = 9}, {.rank = 1}, {.rank = 10}};

    EXPECT_EQ(match_arena(free), (std::vector<Pair>{{2, 0}, {3, 1}}));
}

TEST(Arena, LetsWhoWasFirstMoreOftenBeSecond) {
    const std::vector<ArenaPlayer> free = {{.rank = 0, .balance = 1}, {.rank = 1, .balance = 2}};

    EXPECT_EQ(match_arena(free), (std::vector<Pair>{{0, 1}}));
}

TEST(Arena, AvoidsARematchIfItCan) {
    const std::vector<ArenaPlayer> free = {{.rank = 0, .last_opponent = 1},
                                           {.rank = 1, .last_opponent = 0},
                                           {.rank = 50},
                                           {.rank = 60}};

    const std::vector<Pair> pairs = match_arena(free);
    EXPECT_EQ(pairs.size(), 2U);
    for (const auto& [first, second] : pairs) EXPECT_GT(std::max(first, second), 1);
}

TEST(Arena, LetsTwoWaitBeforeARematch) {
    std::vector<ArenaPlayer> free = {{.rank = 0, .last_opponent = 1},
                                     {.rank = 1, .last_opponent = 0}};
    EXPECT_TRUE(match_arena(free).empty());

    for (ArenaPlayer& player : free) player.waited = arena_rematch_turns;
    EXPECT_EQ(match_arena(free).size(), 1U);
}

TEST(Arena, PassesNobodyOverTwiceInARow) {
    std::mt19937 random(9);  // NOLINT: the same arena in each run
    int waited_most = 0;
    for (int arena = 0; arena < tests::repetitions(200); ++arena) {
        std::vector<ArenaPlayer> free(3 + 2 * (random() % 4));
        for (int turn = 0; turn < 20; ++turn) {
            for (ArenaPlayer& player : free) {
                player.rank = static_cast<int>(random() % 100);
                player.balance = static_cast<int>(random() % 5) - 2;
            }
            const std::vector<Pair> pairs = match_arena(free);
            EXPECT_EQ(pairs.size(), free.size() / 2);
            for (ArenaPlayer& player : free) ++player.waited;
            for (const auto& [first, second] : pairs) {
                free[static_cast<std::size_t>(first)].waited = 0;
                free[static_cast<std::size_t>(second)].waited = 0;
            }
            for (const ArenaPlayer& player : free) {
                waited_most = std::max(waited_most, player.waited);
            }
        }
    }
    EXPECT_EQ(waited_most, 1);
}

// A player of a simulated arena.
struct Contender {
    int points = 0;
    int balance = 0;
    int last = -1;        // opponent
    int free_from = 0;    // seconds
    int since = 0;        // free since then
    int passed_over = 0;  // seconds, while three were free
};

TEST(Arena, KeepsPlayersApartAsLongAsOthersAreThere) {
    const std::vector<ArenaPlayer> free = {{.rank = 0}, {.rank = 1}, {.rank = 2}, {.rank = 3}};
    const std::vector<std::pair<int, int>> apart = {{0, 1}};

    const auto has_pair = [](const std::vector<Pair>& pairs) {
        return std::ranges::any_of(pairs,
                                   [](const Pair& pair) { return pair.first + pair.second == 1; });
    };
    EXPECT_TRUE(has_pair(match_arena(free)));
    const auto pairs = match_arena(free, apart);
    EXPECT_EQ(pairs.size(), 2U);
    EXPECT_FALSE(has_pair(pairs));
}

TEST(Arena, TwoWhoAreApartMeetOnceTheyHaveWaited) {
    std::vector<ArenaPlayer> free = {{.rank = 0}, {.rank = 1}};
    const std::vector<std::pair<int, int>> apart = {{0, 1}};

    EXPECT_EQ(match_arena(free).size(), 1U);
    EXPECT_TRUE(match_arena(free, apart).empty());
    for (ArenaPlayer& player : free) player.waited = arena_rematch_turns;
    EXPECT_EQ(match_arena(free, apart).size(), 1U);
}

using Rule = std::vector<Pair> (*)(std::span<const ArenaPlayer>);

std::vector<Pair> match_all(std::span<const ArenaPlayer> free) {
    return match_arena(free);
}

// Neighbours by rank, from the top; the rest of the field doesn't matter.
std::vector<Pair> match_greedily(std::span<const ArenaPlayer> free) {
    std::vector<int> order(free.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [free](int i) { return free[static_cast<std::size_t>(i)].rank; });
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i + 1 < order.size(); i += 2)
        pairs.emplace_back(order[i], order[i + 1]);
    return pairs;
}

class SimulatedArena {
public:
    SimulatedArena(int players, unsigned seed)
        : contenders_(static_cast<std::size_t>(players)), random_(seed) {}

    // The longest time for which a player waited while three were free, in seconds.
    int play(Rule rule, int seconds) {
        for (int now = 0; now < seconds; now += turn) match(rule, now);
        return longest_;
    }

private:
    static constexpr int turn = 3;

    Contender& at(int player) { return contenders_[static_cast<std::size_t>(player)]; }

    // The place of each player by points.
    std::vector<int> ranks() {
        std::vector<int> order(contenders_.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, {}, [this](int i) { return std::pair(-at(i).points, i); });
        std::vector<int> places(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            places[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
        }
        return places;
    }

    void match(Rule rule, int now) {
        std::vector<int> who;
        for (int i = 0; i < std::ssize(contenders_); ++i) {
            if (at(i).free_from <= now) who.push_back(i);
        }
        const std::vector<int> places = ranks();
        std::vector<ArenaPlayer> free;
        free.reserve(who.size());
        for (const int i : who) {
            const auto last = std::ranges::find(who, at(i).last);
            const int index = last == who.end() ? -1 : static_cast<int>(last - who.begin());
            free.push_back({places[static_cast<std::size_t>(i)], at(i).balance, index,
                            (now - at(i).since) / turn});
        }
        for (const auto& [first, second] : rule(free)) {
            begin(who[static_cast<std::size_t>(first)], who[static_cast<std::size_t>(second)], now);
        }
        if (who.size() < 3) return;
        for (const int i : who) {
            if (at(i).free_from <= now) at(i).passed_over += turn;
            longest_ = std::max(longest_, at(i).passed_over);
        }
    }

    // Players of smaller numbers win more often. A game lasts 20 s to 200 s.
    void begin(int first, int second, int now) {
        const int until = now + 20 + static_cast<int>(random_() % 180);
        const bool wins = random_() % 4 != 0;
        at(wins == (first < second) ? first : second).points += 2;
        ++at(first).balance;
        --at(second).balance;
        at(first).last = second;
        at(second).last = first;
        for (const int i : {first, second}) {
            at(i).free_from = until;
            at(i).since = until;
            at(i).passed_over = 0;
        }
    }

    std::vector<Contender> contenders_;
    std::mt19937 random_;
    int longest_ = 0;
};

// A game frees two players: in a field of an odd number one is left over in each turn.
TEST(Arena, NobodyWaitsHalfAMinuteWhileThreeAreFree) {
    for (int arena = 0; arena < tests::repetitions(50); ++arena) {
        const int players = 3 + 2 * arena;
        const auto seed = static_cast<unsigned>(arena);
        EXPECT_LT(SimulatedArena(players, seed).play(match_all, 3600), 30) << players;
    }
}

// The control of the test above: a rule that minds ranks alone passes the last player over.
TEST(Arena, ByRankAloneSomebodyWaitsForMinutes) {
    EXPECT_GT(SimulatedArena(41, 1).play(match_greedily, 3600), 120);
    EXPECT_LT(SimulatedArena(41, 1).play(match_all, 3600), 30);
}

TEST(Arena, MatchesTheLargestFieldAtOnce) {
    std::mt19937 random(5);  // NOLINT: the same field in each run
    std::vector<ArenaPlayer> free(1023);
    for (std::size_t i = 0; i < free.size(); ++i) {
        free[i].rank = static_cast<int>(i);
        free[i].balance = static_cast<int>(random() % 3) - 1;
        free[i].waited = i == 500 ? 0 : 1;
    }

    const std::vector<Pair> pairs = match_arena(free);

    EXPECT_EQ(pairs.size(), 511U);
    for (const auto& [first, second] : pairs) {
        EXPECT_TRUE(first != 500 && second != 500);
        EXPECT_LE(std::abs(first - second), arena_reach);
    }
}

}  // namespace
}  // namespace tanbo::pairing
