#pragma once

#include <span>
#include <vector>

#include "server/rating/figure.hpp"

// Ratings of games of three and more. Source of all: Ruby C. Weng and Chih-Jen Lin, "A Bayesian
// approximation method for online ranking", Journal of Machine Learning Research 12 (2011), pages
// 267 to 300, algorithm 4 (Plackett-Luce) with teams of one; symbols are the paper's.
//
// The paper begins at 25 with sigma 25/3 and beta 25/6. Only ratios count, so the same is here on
// Glicko's scale: 1500 + 42 (mu - 25), which makes sigma 350 and beta 175.
namespace tanbo::rating {

inline constexpr double weng_lin_beta = initial_deviation / 2;  // how much a performance varies
inline constexpr double weng_lin_kappa = 1e-4;  // the least part of a variance that a game leaves

struct Contender {
    Figure figure;
    int place = 0;  // smaller is better; equal ones have tied
};

// Everybody's figures after one game, in the order of the contenders.
//
// A game never raises a deviation, and who wins alone never loses rating. Volatilities stay: time
// between games is for rested(). Requires: at least two contenders, deviations > 0.
std::vector<Figure> weng_lin(std::span<const Contender> contenders);

}  // namespace tanbo::rating
