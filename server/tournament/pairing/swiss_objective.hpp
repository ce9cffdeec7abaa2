#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "server/tournament/pairing/matching.hpp"
#include "server/tournament/pairing/swiss_players.hpp"

// Criteria as weights of edges: each is a number per edge, and those before count infinitely more.
namespace tanbo::pairing {

// A possible pair, the higher player first; `b` is Bracket::bye for who rests.
struct Meeting {
    int a = 0;
    int b = 0;
    bool is_inside = false;            // of the bracket that is paired
    bool is_next = false;              // of the one that follows it
    const SideCosts* costs = nullptr;  // of those inside
};

// More of it is better. The sum over all pairs of a round is at most `sum_max`.
struct Criterion {
    std::uint64_t sum_max = 0;
    std::function<std::uint64_t(const Meeting&)> value;
};

// Criteria in their order; those that can't tell pairings apart are left out.
class Objective {
public:
    void add(Criterion criterion);
    // As above, of the pairs inside the bracket.
    void add_inside(std::uint64_t sum_max, std::function<std::uint64_t(const Meeting&)> value);

    int bits() const { return bits_; }
    // Adds the values to the weight of the graph's last edge.
    void weigh(WeightedGraph& graph, const Meeting& meeting) const;
    // Adds them to the sums, one of each criterion.
    void sum(std::vector<std::uint64_t>& sums, const Meeting& meeting) const;

private:
    std::vector<Criterion> criteria_;
    int bits_ = 0;
};

}  // namespace tanbo::pairing
