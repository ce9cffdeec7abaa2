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

}  // namespace

std::vector<Shown> shown_chances(const std::shared_ptr<const engine::Opening>& opening, int games,
                                 std::uint64_t simulations, bool is_stretched) {
    search::Weights weights = search::weights_for(*opening);
    if (!is_stretched) weights.stretch = 1;
    search::Random random(is_stretched ? 2000 : 3000);
    search::Searcher searcher(opening, weights, {.seed = 5, .memory = {.nodes_max = 1 << 18U}});
    std::vector<Shown> all;
    for (int game = 0; game < games; ++game) {
        Start now = random_start(opening, 2, random);
        std::vector<std::pair<engine::Seat, float>> told;
        for (int ply = 0; now.position.to_move(); ++ply) {
            searcher.set(now.position, now.last);
            searcher.forget();
            searcher.run({.simulations = simulations});
            const auto& report = searcher.report();
            const auto seat = *now.position.to_move();
            told.emplace_back(seat, report.chances[static_cast<std::size_t>(seat)]);
            now.last = drawn(report, ply < 12 && random.below(6) == 0, random);
            now.position.play(now.last);
        }
        for (const auto& [seat, chance] : told) {
            all.push_back({chance, seat == *now.position.winner()});
        }
    }
    return all;
}

float best_stretch(const std::vector<Shown>& raw) {
    float best = 1;
    double most = -1e300;
    for (int step = 10; step <= 100; ++step) {
        const double power = step / 20.0;
        double sum = 0;
        for (const Shown& shown : raw) {
            const double chance = std::clamp<double>(shown.chance, 1e-4, 1 - 1e-4);
            const double logit = power * std::log(chance / (1 - chance));
            sum -= std::log1p(std::exp(shown.won ? -logit : logit));
        }
        if (sum > most) {
            most = sum;
            best = static_cast<float>(power);
        }
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
    std::printf("the stretch that would fit best: %.2f\n",
                best_stretch(shown_chances(opening, games, simulations, false)));
}

}  // namespace tanbo::bench
