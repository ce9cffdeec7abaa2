#include "server/tournament/rules/together.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace tanbo::tournament {

namespace {

constexpr int usual_rating = 1500;

// A pair with the variance that `sigmas` is made of in the end.
struct Tally {
    Together together;
    double variance = 0;
};

// Source: Arpad Elo, "The Rating of Chessplayers" (1978): a logistic curve.
double chance(const Player& player, const Player& other) {
    const int difference =
        other.rating.value_or(usual_rating) - player.rating.value_or(usual_rating);
    return 1 / (1 + std::pow(10, difference / 400.0));
}

void compare(const Tournament& tournament, const Table& table, std::size_t one, std::size_t other,
             Tally& tally) {
    const double expected =
        chance(tournament.player(table.players[one]), tournament.player(table.players[other]));
    const int place = table.places[one];
    const int other_place = table.places[other];
    tally.together.won += place < other_place ? 1 : place == other_place ? 0.5 : 0;
    tally.together.expected += expected;
    tally.variance += expected * (1 - expected);
}

void count_table(const Tournament& tournament, const Table& table,
                 std::map<std::pair<int, int>, Tally>& tallies) {
    const std::size_t seats = table.players.size();
    for (std::size_t a = 0; a < seats; ++a) {
        for (std::size_t b = a + 1; b < seats; ++b) {
            const auto key = std::minmax(table.players[a], table.players[b]);
            Tally& tally = tallies[key];
            ++tally.together.tables;
            for (std::size_t other = 0; other < seats; ++other) {
                if (other == a || other == b) continue;
                compare(tournament, table, a, other, tally);
                compare(tournament, table, b, other, tally);
            }
        }
    }
}

}  // namespace

std::vector<Together> better_together(const Tournament& tournament) {
    std::map<std::pair<int, int>, Tally> tallies;
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) {
            if (!table.places.empty()) count_table(tournament, table, tallies);
        }
    }
    std::vector<Together> found;
    for (auto& [pair, tally] : tallies) {
        Together& together = tally.together;
        if (together.tables < together_tables_min || tally.variance <= 0) continue;
        together.sigmas = (together.won - together.expected) / std::sqrt(tally.variance);
        if (together.sigmas < together_sigmas_min) continue;
        together.first = pair.first;
        together.second = pair.second;
        found.push_back(together);
    }
    std::ranges::sort(found, std::ranges::less(), [](const Together& one) {
        return std::tuple(-one.sigmas, one.first, one.second);
    });
    return found;
}

}  // namespace tanbo::tournament
