#include "server/tournament/pairing/swiss_objective.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace tanbo::pairing {

void Objective::add(Criterion criterion) {
    if (criterion.sum_max == 0) return;
    bits_ += std::bit_width(criterion.sum_max);
    criteria_.push_back(std::move(criterion));
}

void Objective::add_inside(std::uint64_t sum_max,
                           std::function<std::uint64_t(const Meeting&)> value) {
    add({sum_max, [value = std::move(value)](const Meeting& meeting) -> std::uint64_t {
             return meeting.is_inside ? value(meeting) : 0;
         }});
}

void Objective::weigh(WeightedGraph& graph, const Meeting& meeting) const {
    int shift = bits_;
    for (const Criterion& criterion : criteria_) {
        shift -= std::bit_width(criterion.sum_max);
        const std::uint64_t value = criterion.value(meeting);
        if (value != 0) graph.add_weight(shift, value);
    }
}

void Objective::sum(std::vector<std::uint64_t>& sums, const Meeting& meeting) const {
    sums.resize(criteria_.size(), 0);
    for (std::size_t index = 0; index < criteria_.size(); ++index) {
        sums[index] += criteria_[index].value(meeting);
    }
}

}  // namespace tanbo::pairing
