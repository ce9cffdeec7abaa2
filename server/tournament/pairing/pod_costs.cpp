#include "server/tournament/pairing/pod_costs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tanbo::pairing {

PodCost operator+(const PodCost& a, const PodCost& b) {
    return {a.apart + b.apart, a.repeated + b.repeated, a.spread + b.spread, a.turns + b.turns};
}

PodCosts::PodCosts(const PodEvent& event)
    : event_(event), apart_(static_cast<int>(event.players.size())) {
    for (const auto& [a, b] : event.apart) apart_.add(a, b);
}

PodCost PodCosts::without_turns(const std::vector<int>& pod) const {
    PodCost cost;
    int most = player(pod[0]).points;
    int least = most;
    for (std::size_t a = 0; a < pod.size(); ++a) {
        most = std::max(most, player(pod[a]).points);
        least = std::min(least, player(pod[a]).points);
        for (std::size_t b = 0; b < a; ++b) {
            cost.apart += apart_.contains(pod[a], pod[b]) ? 1 : 0;
            cost.repeated += player(pod[a]).met[static_cast<std::size_t>(pod[b])];
        }
    }
    cost.spread = std::int64_t{most - least} * (most - least);
    return cost;
}

std::int64_t PodCosts::turns(const std::vector<int>& pod) const {
    std::int64_t sum = 0;
    for (std::size_t turn = 0; turn < pod.size(); ++turn) {
        const std::int64_t before = player(pod[turn]).turns[turn];
        sum += before * before;
    }
    return sum;
}

PodCost PodCosts::of_order(const std::vector<int>& pod) const {
    PodCost cost = without_turns(pod);
    cost.turns = turns(pod);
    return cost;
}

PodCost PodCosts::of(const std::vector<int>& pod) const {
    return of_order(in_turn_order(pod));
}

std::vector<int> PodCosts::in_turn_order(const std::vector<int>& pod) const {
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(pod.size());
    std::vector<int> best = pod;
    std::int64_t least = turns(pod);
    std::vector<int> seated = pod;
    while (least > 0 && std::next_permutation(order.begin(), end)) {
        for (std::size_t turn = 0; turn < pod.size(); ++turn) seated[turn] = pod[order[turn]];
        if (turns(seated) >= least) continue;
        least = turns(seated);
        best = seated;
    }
    return best;
}

int PodCosts::points(const std::vector<int>& pod) const {
    int sum = 0;
    for (const int index : pod) sum += player(index).points;
    return sum / static_cast<int>(pod.size());
}

}  // namespace tanbo::pairing
