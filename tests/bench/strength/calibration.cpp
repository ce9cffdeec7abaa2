#include "tests/bench/strength/calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "tests/bench/strength/games.hpp"

namespace tanbo::bench {

namespace {

// A move by visits, the best one or one that is drawn.
Point drawn(const search::Report& report, bool by_chance, search::Random& random) {
    if (!by_chance) return report.moves[0].point;
    std::uint32_t total = 0;
    for (const auto& move : report.moves) total += move.visits;
    if (total == 0) return report.moves[0].point;
    std::uint32_t left = random.below(total);
    for (const auto& move : report.moves) {
        if (left < move.visits) return move.point;
        left -= move.visits;
    }
    return report.moves[0].point;
}

float empty_share(const engine::Position& position) {
    const int points = position.opening().lattice().points();
    int empty = 0;
    for (int point = 0; point < points; ++point) {
        empty += position.root(static_cast<Point>(point)) == 0 ? 1 : 0;
    }
    return static_cast<float>(empty) / static_cast<float>(points);
}

}  // namespace

std::vector<Shown> shown_chances(const std::shared_ptr<const engine::Opening>& opening, int games,
                                 std::uint64_t simulations, bool is_stretched) {
    search::Weights weights = search::weights_for(*opening);
    if (!is_stretched) {
        weights.stretch = 1;
        weights.stretch_empty = 0;
    }
    search::Random random(is_stretched ? 2000 : 3000);
    search::Searcher searcher(opening, weights, {.seed = 5, .memory = {.nodes_max = 1 << 18U}});
    std::vector<Shown> all;
    for (int game = 0; game < games; ++game) {
        cli::GameLine now = random_start(opening, 2, random);
        std::vector<engine::Seat> seats;
        const std::size_t first = all.size();
        for (int ply = 0; now.position().to_move(); ++ply) {
            searcher.set(now.position(), now.last_stone());
            searcher.forget();
            searcher.run({.simulations = simulations});
            const auto& report = searcher.report();
            const auto seat = *now.position().to_move();
            seats.push_back(seat);
            all.push_back({report.chances[static_cast<std::size_t>(seat)],
                           empty_share(now.position()), false});
            const Point point = drawn(report, ply < 12 && random.below(6) == 0, random);
            now.play(point);
        }
        for (std::size_t place = 0; place < seats.size(); ++place) {
            all[first + place].won = seats[place] == *now.position().winner();
        }
    }
    return all;
}

namespace {

// How unlikely the results are with that power, for each of them.
double surprise(const std::vector<Shown>& raw, const Stretch& stretch) {
    double sum = 0;
    for (const Shown& shown : raw) {
        const double chance = std::clamp<double>(shown.chance, 1e-4, 1 - 1e-4);
        const double power = stretch.full + stretch.empty * static_cast<double>(shown.empty);
        const double logit = std::max(power, 0.1) * std::log(chance / (1 - chance));
        sum += std::log1p(std::exp(shown.won ? -logit : logit));
    }
    return sum / static_cast<double>(std::max<std::size_t>(raw.size(), 1));
}

}  // namespace

Stretch best_stretch(const std::vector<Shown>& raw) {
    Stretch best{1, 0};
    double least = surprise(raw, best);
    for (double step = 1; step > 0.02;) {
        const Stretch before = best;
        for (const Stretch& by : {Stretch{step, 0}, Stretch{-step, 0}, Stretch{0, step},
                                  Stretch{0, -step}, Stretch{step, -step}, Stretch{-step, step}}) {
            const Stretch tried{before.full + by.full, before.empty + by.empty};
            const double now = surprise(raw, tried);
            if (now < least) {
                least = now;
                best = tried;
            }
        }
        const bool moved = best.full != before.full || best.empty != before.empty;
        if (!moved) step /= 2;
    }
    return best;
}

void print_calibration(const std::shared_ptr<const engine::Opening>& opening, int games,
                       std::uint64_t simulations) {
    std::array<int, 10> count{};
    std::array<int, 10> won{};
    std::array<double, 10> sum{};
    for (const Shown& shown : shown_chances(opening, games, simulations, true)) {
        const auto decile = std::min<std::size_t>(static_cast<std::size_t>(shown.chance * 10), 9);
        ++count[decile];
        won[decile] += shown.won ? 1 : 0;
        sum[decile] += shown.chance;
    }
    for (std::size_t decile = 0; decile < count.size(); ++decile) {
        const int n = std::max(count[decile], 1);
        std::printf("0.%zu: shown %.3f, won %.3f of %d\n", decile, sum[decile] / n,
                    static_cast<double>(won[decile]) / n, count[decile]);
    }
    const Stretch best = best_stretch(shown_chances(opening, games, simulations, false));
    std::printf("what would fit best: stretch %.0f, empty-stretch %.0f\n", 1000 * best.full,
                1000 * best.empty);
}

}  // namespace tanbo::bench
