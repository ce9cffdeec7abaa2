#include "server/rating/weng_lin.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace tanbo::rating {
namespace {

using tests::Random;

// The likelihood of the places by Plackett and Luce, where each choice that several share counts as
// one: what algorithm 4 approximates by two derivatives. Extended precision for the second of them.
long double log_likelihood(const std::vector<Contender>& game, const std::vector<long double>& mu,
                           long double c) {
    long double sum = 0;
    for (std::size_t i = 0; i < game.size(); ++i) {
        long double others = 0;
        int sharers = 0;
        for (std::size_t s = 0; s < game.size(); ++s) {
            if (game[s].place >= game[i].place) others += std::exp(mu[s] / c);
            sharers += game[s].place == game[i].place ? 1 : 0;
        }
        sum += (mu[i] / c - std::log(others)) / sharers;
    }
    return sum;
}

// The new figures by numeric differentiation: mean + variance f', variance (1 + gamma variance
// f'').
std::vector<Figure> by_differences(const std::vector<Contender>& game) {
    long double variance = 0;
    std::vector<long double> mu;
    for (const Contender& one : game) {
        const long double sigma = one.figure.deviation;
        variance += sigma * sigma + 175.0L * 175.0L;
        mu.push_back(one.figure.rating);
    }
    const long double c = std::sqrt(variance);
    const auto moved = [&](std::size_t i, long double by) {
        std::vector<long double> other = mu;
        other[i] += by;
        return log_likelihood(game, other, c);
    };
    std::vector<Figure> result;
    for (std::size_t i = 0; i < game.size(); ++i) {
        constexpr long double h = 0.25L;
        const long double slope = (moved(i, h) - moved(i, -h)) / (2 * h);
        const long double bend = (moved(i, h) - 2 * moved(i, 0) + moved(i, -h)) / (h * h);
        const long double sigma = game[i].figure.deviation;
        const long double shrunk = 1 + sigma / c * sigma * sigma * bend;
        Figure& figure = result.emplace_back(game[i].figure);
        figure.rating += static_cast<double>(sigma * sigma * slope);
        figure.deviation = static_cast<double>(sigma * std::sqrt(std::max(shrunk, 1e-4L)));
    }
    return result;
}

std::vector<Contender> random_game(Random& random, bool may_tie = true) {
    std::vector<Contender> game(2 + random.below(7));
    int place = 1;
    for (std::size_t i = 0; i < game.size(); ++i) {
        game[i].figure.rating = 800 + random.below(1500);
        game[i].figure.deviation = 40 + random.below(311);
        if (!may_tie || random.below(4) > 0) place = static_cast<int>(i) + 1;
        game[i].place = place;
    }
    for (std::size_t i = game.size() - 1; i > 0; --i) {
        std::swap(game[i], game[random.below(static_cast<std::uint32_t>(i + 1))]);
    }
    return game;
}

void expect_near(const Figure& found, const Figure& wanted, double tolerance) {
    EXPECT_NEAR(found.rating, wanted.rating, tolerance);
    EXPECT_NEAR(found.deviation, wanted.deviation, tolerance);
}

// On the scale of the paper.
void expect_on_paper(const Figure& figure, double mu, double sigma) {
    EXPECT_NEAR((figure.rating - 1500) / 42 + 25, mu, 1e-9);
    EXPECT_NEAR(figure.deviation / 42, sigma, 1e-9);
}

// Newcomers at mu 25, sigma 25/3, beta 25/6, gamma sigma/c. Source: the tests of the openskill
// libraries, which implement the same paper.
TEST(WengLin, AgreesWithOtherImplementations) {
    const std::vector<Contender> two = {{{}, 1}, {{}, 2}};
    const std::vector<Contender> three = {{{}, 1}, {{}, 2}, {{}, 3}};

    const auto after_two = weng_lin(two);
    const auto after_three = weng_lin(three);

    expect_on_paper(after_two[0], 27.63523138347365, 8.065506316323548);
    expect_on_paper(after_two[1], 22.36476861652635, 8.065506316323548);
    expect_on_paper(after_three[0], 27.868876552746237, 8.204837030780652);
    expect_on_paper(after_three[1], 25.717219138186557, 8.057829747583874);
    expect_on_paper(after_three[2], 21.413904309067206, 8.057829747583874);
}

TEST(WengLin, FollowsTheDerivativesOfTheLikelihood) {
    Random random(5);
    for (int i = 0; i < 3'000; ++i) {
        const auto game = random_game(random);

        const auto found = weng_lin(game);

        const auto wanted = by_differences(game);
        for (std::size_t s = 0; s < game.size(); ++s) expect_near(found[s], wanted[s], 1e-3);
    }
}

TEST(WengLin, DoesNotCareInWhichOrderPlayersAreNamed) {
    Random random(6);
    for (int i = 0; i < 2'000; ++i) {
        const auto game = random_game(random);
        const auto found = weng_lin(game);
        std::vector<std::size_t> order(game.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::reverse(order);
        std::vector<Contender> turned;
        for (const std::size_t s : order) turned.push_back(game[s]);

        const auto turned_found = weng_lin(turned);

        for (std::size_t s = 0; s < order.size(); ++s) {
            expect_near(turned_found[s], found[order[s]], 1e-8);
        }
    }
}

TEST(WengLin, RaisesWhoWinsAndLowersWhoIsLast) {
    Random random(7);
    for (int i = 0; i < 3'000; ++i) {
        const auto game = random_game(random, false);

        const auto after = weng_lin(game);

        for (std::size_t s = 0; s < game.size(); ++s) {
            const double gained = after[s].rating - game[s].figure.rating;
            if (game[s].place == 1) {
                EXPECT_GT(gained, 0);
            }
            if (game[s].place == static_cast<int>(game.size())) {
                EXPECT_LT(gained, 0);
            }
        }
    }
}

TEST(WengLin, OrdersEqualsByTheirPlaces) {
    std::vector<Contender> game = {{{}, 3}, {{}, 1}, {{}, 4}, {{}, 2}};

    const auto after = weng_lin(game);

    EXPECT_GT(after[1].rating, after[3].rating);
    EXPECT_GT(after[3].rating, after[0].rating);
    EXPECT_GT(after[0].rating, after[2].rating);
}

TEST(WengLin, TreatsThoseWhoTieAlike) {
    const std::vector<Contender> game = {{{}, 2}, {{}, 1}, {{}, 2}, {{}, 2}};

    const auto after = weng_lin(game);

    EXPECT_DOUBLE_EQ(after[0].rating, after[2].rating);
    EXPECT_DOUBLE_EQ(after[0].rating, after[3].rating);
    EXPECT_DOUBLE_EQ(after[0].deviation, after[2].deviation);
}

TEST(WengLin, ChangesNoRatingIfAllAreEqualAndTie) {
    const std::vector<Contender> game = {{{}, 1}, {{}, 1}, {{}, 1}};

    for (const Figure& figure : weng_lin(game)) EXPECT_NEAR(figure.rating, 1500, 1e-9);
}

TEST(WengLin, NeitherMakesNorLosesRating) {
    Random random(8);
    for (int i = 0; i < 3'000; ++i) {
        const auto game = random_game(random);

        const auto after = weng_lin(game);

        // Each is weighed by how sure their figure is; among equally sure ones the plain sum stays.
        double sum = 0;
        for (std::size_t s = 0; s < game.size(); ++s) {
            const double sigma = game[s].figure.deviation;
            sum += (after[s].rating - game[s].figure.rating) / (sigma * sigma);
        }
        EXPECT_NEAR(sum, 0, 1e-12);
    }
}

TEST(WengLin, NeverRaisesADeviation) {
    Random random(9);
    for (int i = 0; i < 3'000; ++i) {
        const auto game = random_game(random);

        const auto after = weng_lin(game);

        for (std::size_t s = 0; s < game.size(); ++s) {
            EXPECT_LE(after[s].deviation, game[s].figure.deviation);
            EXPECT_GT(after[s].deviation, 0);
        }
    }
}

TEST(WengLin, StaysFiniteHoweverFarPlayersAreApart) {
    const std::vector<Contender> game = {{{-1e6, 350, 0.06}, 1}, {{1e6, 40, 0.06}, 2}, {{}, 3}};

    for (const Figure& figure : weng_lin(game)) {
        EXPECT_TRUE(std::isfinite(figure.rating) && figure.deviation > 0);
    }
}

}  // namespace
}  // namespace tanbo::rating
