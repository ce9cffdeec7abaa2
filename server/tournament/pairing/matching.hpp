#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// Matchings in general graphs, by LEMON. This header is C++17, because LEMON compiles as no later.
namespace tanbo::pairing {

// The widest weight, in bits.
inline constexpr int weight_bits_max = 4000;
// LEMON multiplies weights by 4 and adds three such numbers; one bit is the sign.
inline constexpr int spare_bits = 6;
// The widest weight that is computed with fast.
inline constexpr int weight_bits_fast = 512 - spare_bits;

// A graph with weights of up to weight_bits_max bits at its edges, none of them negative.
class WeightedGraph {
public:
    // Requires: every sum of the weights of edges without a common node is below 2^bits.
    WeightedGraph(int nodes, int bits);

    // Adds an edge of weight 0 between two different nodes. Requires: nodes of the graph.
    void add_edge(int a, int b);
    // Adds value * 2^shift to the weight of the last edge. Requires: an edge; room for the bits.
    void add_weight(int shift, std::uint64_t value);

    int nodes() const { return nodes_; }
    int bits() const { return bits_; }
    const std::vector<std::pair<int, int>>& edges() const { return edges_; }
    // The weight of an edge: words() words, the lowest first.
    const std::uint64_t* weight(std::size_t edge) const { return words_.data() + edge * per_edge_; }
    std::size_t words() const { return per_edge_; }

private:
    int nodes_;
    int bits_;
    std::size_t per_edge_;
    std::vector<std::pair<int, int>> edges_;
    std::vector<std::uint64_t> words_;
};

// The partner of each node in a matching of the greatest weight, -1 for a node without one.
//
// The graph alone decides which of several is chosen. A perfect matching is had by giving
// every edge one more bit above all others.
std::vector<int> maximum_weight_matching(const WeightedGraph& graph);

// As above, with as many edges as possible and without weights.
std::vector<int> maximum_matching(int nodes, const std::vector<std::pair<int, int>>& edges);

}  // namespace tanbo::pairing
