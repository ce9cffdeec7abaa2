#include "server/rating/weng_lin.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tanbo::rating {
namespace {

// c: the spread of all performances together.
double spread(std::span<const Contender> contenders) {
    double variance = 0;
    for (const Contender& one : contenders) {
        variance += one.figure.deviation * one.figure.deviation + weng_lin_beta * weng_lin_beta;
    }
    return std::sqrt(variance);
}

// The sums for a place q: who was the strongest of those who came no better (C_q), how strong
// they are together, e^(mu/c) each and divided by the strongest, and how many share it (A_q).
struct Round {
    double greatest = 0;
    double strength = 0;
    int sharers = 0;
};

Round round_of(std::span<const Contender> contenders, int place, double c) {
    Round round;
    round.greatest = -std::numeric_limits<double>::infinity();
    for (const Contender& one : contenders) {
        if (one.place >= place) round.greatest = std::max(round.greatest, one.figure.rating);
        if (one.place == place) ++round.sharers;
    }
    for (const Contender& one : contenders) {
        if (one.place >= place)
            round.strength += std::exp((one.figure.rating - round.greatest) / c);
    }
    return round;
}

}  // namespace

std::vector<Figure> weng_lin(std::span<const Contender> contenders) {
    const double c = spread(contenders);
    std::vector<Figure> result;
    result.reserve(contenders.size());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        double omega = 0;
        double delta = 0;
        for (std::size_t q = 0; q < contenders.size(); ++q) {
            if (contenders[q].place > contenders[i].place) continue;
            const Round round = round_of(contenders, contenders[q].place, c);
            const double strength = std::exp((contenders[i].figure.rating - round.greatest) / c);
            const double chance = strength / round.strength;
            omega += ((q == i ? 1.0 : 0.0) - chance) / round.sharers;
            delta += chance * (1 - chance) / round.sharers;
        }
        Figure figure = contenders[i].figure;
        const double sigma = figure.deviation;
        const double gamma = sigma / c;
        figure.rating += sigma * sigma / c * omega;
        const double shrunk = 1 - gamma * (sigma / c) * (sigma / c) * delta;
        figure.deviation = sigma * std::sqrt(std::max(shrunk, weng_lin_kappa));
        result.push_back(figure);
    }
    return result;
}

}  // namespace tanbo::rating
