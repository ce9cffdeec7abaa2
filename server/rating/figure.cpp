#include "server/rating/figure.hpp"

#include <algorithm>
#include <cmath>

namespace tanbo::rating {

double periods_between(engine::Instant from, engine::Instant until) {
    using Periods = std::chrono::duration<double, std::ratio<403'200>>;
    static_assert(Periods(1) == rating_period);
    return std::max(0.0, Periods(until - from).count());
}

Figure rested(const Figure& figure, double periods) {
    const double drift = points_per_unit * figure.volatility;
    const double variance = figure.deviation * figure.deviation + periods * drift * drift;
    Figure result = figure;
    result.deviation = std::min(initial_deviation, std::sqrt(variance));
    return result;
}

double assured(const Figure& figure) {
    return figure.rating - 2 * figure.deviation;
}

}  // namespace tanbo::rating
