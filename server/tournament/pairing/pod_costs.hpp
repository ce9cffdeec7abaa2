#pragma once

#include <vector>

#include "server/tournament/pairing/pods.hpp"
#include "server/tournament/pairing/round_robin.hpp"

// The costs of a pod.
namespace tanbo::pairing {

// Adds each part.
PodCost operator+(const PodCost& a, const PodCost& b);

// Costs of pods of one event, which must outlive it.
class PodCosts {
public:
    explicit PodCosts(const PodEvent& event);

    // With the best order of turns.
    PodCost of(const std::vector<int>& pod) const;
    // With the order that the pod has.
    PodCost of_order(const std::vector<int>& pod) const;
    // The players in the best order of turns, the first of several.
    std::vector<int> in_turn_order(const std::vector<int>& pod) const;
    // The players' points on average.
    int points(const std::vector<int>& pod) const;

private:
    const PodPlayer& player(int index) const {
        return event_.players[static_cast<std::size_t>(index)];
    }
    PodCost without_turns(const std::vector<int>& pod) const;
    std::int64_t turns(const std::vector<int>& pod) const;

    const PodEvent& event_;
    PairSet apart_;
};

}  // namespace tanbo::pairing
