#include "server/rating/glicko2.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tanbo::rating {
namespace {

// Figures on Glicko-2's scale (step 2).
struct Scaled {
    explicit Scaled(const Figure& figure)
        : mu((figure.rating - initial_rating) / points_per_unit),
          phi(figure.deviation / points_per_unit) {}

    double mu;
    double phi;
};

// How much a result against somebody counts who is so uncertain.
double weight(double phi) {
    return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

double expected_score(const Scaled& player, const Scaled& opponent) {
    return 1 / (1 + std::exp(-weight(opponent.phi) * (player.mu - opponent.mu)));
}

// The verdict of the games, before it is weighed against what was known (steps 3 and 4).
struct Evidence {
    double information = 0;  // 1 / v
    double surprise = 0;     // delta / v
};

Evidence evidence_of(const Scaled& player, std::span<const Bout> bouts) {
    Evidence evidence;
    for (const Bout& bout : bouts) {
        const Scaled opponent(bout.opponent);
        const double g = weight(opponent.phi);
        const double expected = expected_score(player, opponent);
        evidence.information += g * g * expected * (1 - expected);
        evidence.surprise += g * (bout.score - expected);
    }
    return evidence;
}

// The function of step 5.1; its root is the logarithm of the new variance of performance.
class VolatilityEquation {
public:
    VolatilityEquation(double phi, double variance, double improvement, double volatility)
        : phi_squared_(phi * phi),
          variance_(variance),
          improvement_squared_(improvement * improvement),
          a_(std::log(volatility * volatility)) {}

    double operator()(double x) const {
        const double power = std::exp(x);
        const double total = phi_squared_ + variance_ + power;
        return power * (improvement_squared_ - total) / (2 * total * total) -
               (x - a_) / (glicko2_tau * glicko2_tau);
    }

    double start() const { return a_; }

    // The other end of an interval with a root: as far from the start, in steps, as the sign stays.
    double end() const {
        const bool is_positive = (*this)(a_) > 0;
        const double step = is_positive ? glicko2_tau : -glicko2_tau;
        double x = a_ + step;
        for (int k = 1; k < volatility_steps_max && ((*this)(x) > 0) == is_positive; ++k) x += step;
        return x;
    }

private:
    double phi_squared_;
    double variance_;
    double improvement_squared_;
    double a_;
};

}  // namespace

double new_volatility(double phi, double variance, double improvement, double volatility) {
    const VolatilityEquation equation(phi, variance, improvement, volatility);
    double a = equation.start();
    double b = equation.end();
    double at_a = equation(a);
    double at_b = equation(b);
    for (int i = 0; i < volatility_steps_max && std::abs(b - a) > volatility_tolerance; ++i) {
        const double c = a + (a - b) * at_a / (at_b - at_a);
        const double at_c = equation(c);
        if (at_c * at_b <= 0) {
            a = b;
            at_a = at_b;
        } else {
            at_a /= 2;
        }
        b = c;
        at_b = at_c;
    }
    return std::exp(a / 2);
}

Figure glicko2(const Figure& player, std::span<const Bout> bouts, double periods) {
    const double last = std::min(periods, 1.0);
    const Figure before = rested(player, periods - last);
    const Scaled scaled(before);
    const Evidence evidence = evidence_of(scaled, bouts);
    if (evidence.information <= 0) return rested(before, last);
    const double variance = 1 / evidence.information;
    Figure after;
    after.volatility =
        new_volatility(scaled.phi, variance, variance * evidence.surprise, before.volatility);
    // Steps 6 to 8.
    const double prior = scaled.phi * scaled.phi + last * after.volatility * after.volatility;
    const double posterior = 1 / (1 / prior + evidence.information);
    after.rating = before.rating + points_per_unit * posterior * evidence.surprise;
    after.deviation = std::min(initial_deviation, points_per_unit * std::sqrt(posterior));
    return after;
}

}  // namespace tanbo::rating
