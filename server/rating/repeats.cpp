#include "server/rating/repeats.hpp"

#include <algorithm>
#include <cmath>

#include "server/rating/rate.hpp"

namespace tanbo::rating {

Repeats find_repeats(store::Reader& reader, std::string_view family, const store::GameOrder& order,
                     std::span<const store::RatedSeat> seats) {
    Repeats most;
    if (family.ends_with(bots_family_suffix)) return most;
    const bool is_related = store::is_related_game(reader, order.game);
    for (const store::RatedSeat& better : seats) {
        for (const store::RatedSeat& other : seats) {
            if (better.place >= other.place) continue;
            const store::Series series{better.account, family, order, order.at - repeats_window};
            most.of_pair = std::max(most.of_pair, store::lead_over(reader, series, other.account));
            if (!is_related) continue;
            most.of_network = std::max(most.of_network, store::lead_over_related(reader, series));
        }
    }
    return most;
}

double weight_of(const Repeats& repeats) {
    const int halvings = std::max(
        {0, repeats.of_pair - pair_repeats_free, repeats.of_network - network_repeats_free});
    return std::ldexp(1.0, -std::min(halvings, halvings_max));
}

Figure partly(const Figure& before, const Figure& after, double weight) {
    if (weight == 1) return after;
    const auto between = [weight](double from, double to) { return from + weight * (to - from); };
    return {between(before.rating, after.rating), between(before.deviation, after.deviation),
            between(before.volatility, after.volatility)};
}

}  // namespace tanbo::rating
