#include "server/rating/glicko2.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace tanbo::rating {
namespace {

using tests::Random;

double between(Random& random, double least, double most) {
    return least + (most - least) * random.below(1'000'001) / 1'000'000;
}

Figure random_figure(Random& random) {
    return {between(random, 500, 2700), between(random, 30, initial_deviation),
            between(random, 0.03, 0.12)};
}

// A period's games, as new_volatility takes it.
struct Period {
    double phi;
    double variance;
    double improvement;
    double volatility;
};

Period random_period(Random& random) {
    const Figure player = random_figure(random);
    Period period{player.deviation / 173.7178, 0, 0, player.volatility};
    double information = 0;
    double surprise = 0;
    for (std::uint32_t i = 0; i <= random.below(4); ++i) {
        const Figure opponent = random_figure(random);
        const double phi = opponent.deviation / 173.7178;
        const double g = 1 / std::sqrt(1 + 3 * phi * phi / 9.8696044010893586);
        const double apart = (player.rating - opponent.rating) / 173.7178;
        const double expected = 1 / (1 + std::exp(-g * apart));
        information += g * g * expected * (1 - expected);
        surprise += g * (random.below(2) - expected);
    }
    period.variance = 1 / information;
    period.improvement = surprise / information;
    return period;
}

// The root of step 5 that is next to the old volatility: found by small steps and by halving the
// last of them, which takes longer and can't go wrong.
double volatility_by_steps(const Period& period) {
    const double a = std::log(period.volatility * period.volatility);
    const double known = period.phi * period.phi + period.variance;
    const auto is_positive = [&](double x) {
        const double e = std::exp(x);
        const double difference = period.improvement * period.improvement - known - e;
        return e * difference / (2 * (known + e) * (known + e)) > (x - a) / 0.25;
    };
    const bool is_up = is_positive(a);
    double near = a;
    double far = a;
    while (is_positive(far) == is_up) {
        near = far;
        far += is_up ? 0.01 : -0.01;
    }
    for (int i = 0; i < 100; ++i) {
        const double middle = (near + far) / 2;
        (is_positive(middle) == is_up ? near : far) = middle;
    }
    return std::exp(near / 2);
}

// Source: the paper, "Example calculation"; it gives 1464.06, 151.52 and 0.05999.
TEST(Glicko2, CalculatesTheExampleOfThePaper) {
    const Figure player{1500, 200, 0.06};
    const std::array bouts = {Bout{{1400, 30, 0.06}, 1}, Bout{{1550, 100, 0.06}, 0},
                              Bout{{1700, 300, 0.06}, 0}};

    const Figure after = glicko2(player, bouts, 1);

    EXPECT_NEAR(after.rating, 1464.06, 0.01);
    EXPECT_NEAR(after.deviation, 151.52, 0.005);
    EXPECT_NEAR(after.volatility, 0.05999, 0.000'01);  // the paper cuts 0.059996 off
}

TEST(Glicko2, FindsTheVolatilityThatSmallStepsFind) {
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const Period period = random_period(random);

        const double found =
            new_volatility(period.phi, period.variance, period.improvement, period.volatility);

        ASSERT_NEAR(found / volatility_by_steps(period), 1, 1e-5)
            << period.phi << " " << period.variance << " " << period.improvement;
    }
}

// The paper's interval holds two more roots here, from 9 upwards.
TEST(Glicko2, KeepsVolatilitiesSmallWhenTheStrongestLosesToTheWeakest) {
    for (double apart = 0; apart <= 3000; apart += 25) {
        const Bout lost{{500, 40, 0.06}, 0};

        const Figure after = glicko2({500 + apart, 40, 0.06}, std::span(&lost, 1), 0);

        EXPECT_LT(after.volatility, 0.07) << apart;
        EXPECT_GE(after.volatility, 0.05) << apart;
    }
}

TEST(Glicko2, EndsItsIterationWhateverItIsGiven) {
    for (const double improvement : {0.0, 1e-9, 1e3, 1e6}) {
        for (const double variance : {1e-6, 1.0, 1e12}) {
            for (const double volatility : {1e-6, 0.06, 10.0}) {
                const double found = new_volatility(1, variance, improvement, volatility);

                EXPECT_TRUE(std::isfinite(found) && found > 0)
                    << improvement << " " << variance << " " << volatility;
            }
        }
    }
}

TEST(Glicko2, RaisesTheWinnerAndLowersTheLoser) {
    Random random(2);
    for (int i = 0; i < 5'000; ++i) {
        const Figure player = random_figure(random);
        const Bout won{random_figure(random), 1};
        const Bout lost{won.opponent, 0};

        EXPECT_GT(glicko2(player, std::span(&won, 1), 0).rating, player.rating);
        EXPECT_LT(glicko2(player, std::span(&lost, 1), 0).rating, player.rating);
    }
}

TEST(Glicko2, TakesFromOneOfTwoEqualsWhatItGivesTheOther) {
    Random random(3);
    for (int i = 0; i < 2'000; ++i) {
        const Figure figure = random_figure(random);
        const Bout won{figure, 1};
        const Bout lost{figure, 0};

        const double gained = glicko2(figure, std::span(&won, 1), 0.5).rating - figure.rating;
        const double paid = figure.rating - glicko2(figure, std::span(&lost, 1), 0.5).rating;

        EXPECT_NEAR(gained, paid, 1e-9);
    }
}

TEST(Glicko2, LeavesTheRatingOfTwoEqualsWhoDraw) {
    const Figure figure{1720, 80, 0.06};
    const Bout drawn{figure, 0.5};

    EXPECT_EQ(glicko2(figure, std::span(&drawn, 1), 0).rating, 1720);
}

TEST(Glicko2, IsSurerAfterAGameThatTookNoTime) {
    Random random(4);
    for (int i = 0; i < 5'000; ++i) {
        const Figure player = random_figure(random);
        const Bout bout{random_figure(random), static_cast<double>(i % 2)};

        EXPECT_LT(glicko2(player, std::span(&bout, 1), 0).deviation, player.deviation);
    }
}

TEST(Glicko2, GivesMoreForAVictoryOverAStrongerPlayer) {
    const Figure player{1500, 100, 0.06};
    double last = 0;
    for (double rating = 1000; rating <= 2000; rating += 50) {
        const Bout bout{{rating, 60, 0.06}, 1};
        const double gained = glicko2(player, std::span(&bout, 1), 0).rating - player.rating;

        EXPECT_GT(gained, last);
        last = gained;
    }
}

TEST(Glicko2, StaysFiniteHoweverFarTwoAreApart) {
    for (const double apart : {4e3, 2e4, 2e5, 1e6}) {
        const Bout bout{{1500 + apart, 30, 0.06}, 1};

        const Figure after = glicko2({1500, 30, 0.06}, std::span(&bout, 1), 1);

        EXPECT_TRUE(std::isfinite(after.rating) && after.deviation > 0 && after.volatility > 0);
    }
}

TEST(Rested, GrowsByWhatThePaperSaysInWholePeriods) {
    // Step 6 three times, each on what the one before left.
    Figure step{1500, 60, 0.06};
    for (int i = 0; i < 3; ++i) {
        const double phi = step.deviation / points_per_unit;
        step.deviation = points_per_unit * std::sqrt(phi * phi + 0.06 * 0.06);
    }

    EXPECT_NEAR(rested({1500, 60, 0.06}, 3).deviation, step.deviation, 1e-9);
    EXPECT_EQ(glicko2({1500, 60, 0.06}, {}, 3), rested(rested({1500, 60, 0.06}, 2), 1));
}

TEST(Rested, MakesATypicalPlayerProvisionalInAYear) {
    const engine::Instant now{};
    const auto year = std::chrono::hours(24 * 365);

    const Figure after = rested({1500, 60, 0.06}, periods_between(now, now + year));

    EXPECT_NEAR(after.deviation, 110, 0.1);
}

TEST(Rested, IsNeverLessSureThanOfANewcomer) {
    EXPECT_EQ(rested({1500, 60, 0.06}, 1e9).deviation, initial_deviation);
    EXPECT_EQ(rested({1500, 60, 0.06}, 0), (Figure{1500, 60, 0.06}));
    EXPECT_EQ(periods_between(engine::Instant(std::chrono::hours(5)), engine::Instant()), 0);
}

}  // namespace
}  // namespace tanbo::rating
