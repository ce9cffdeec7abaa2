#include "server/tournament/pairing/matching.hpp"

#include <algorithm>
#include <cassert>
#include <lemon/matching.h>
#include <lemon/smart_graph.h>
#include <optional>

#include <boost/multiprecision/cpp_int.hpp>

// LEMON declares these constants and defines them nowhere; code that is not optimised needs both.
namespace lemon {
template <typename GR, typename WM>
const int MaxWeightedMatching<GR, WM>::dualScale;
template <typename GR, typename WM>
const int MaxWeightedFractionalMatching<GR, WM>::dualScale;
}  // namespace lemon

namespace tanbo::pairing {
namespace {

// Graphs with more edges begin with the heaviest of each node.
constexpr std::size_t edges_at_once = 6000;
constexpr std::size_t heaviest_of_node = 10;

template <unsigned bits>
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    bits, bits, boost::multiprecision::signed_magnitude, boost::multiprecision::unchecked, void>>;

template <class Value>
Value value_of(const WeightedGraph& graph, std::size_t edge) {
    const std::uint64_t* words = graph.weight(edge);
    Value value = 0;
    for (std::size_t index = graph.words(); index-- > 0;) {
        value <<= 64;
        value |= words[index];
    }
    return value;
}

template <>
std::int64_t value_of<std::int64_t>(const WeightedGraph& graph, std::size_t edge) {
    return static_cast<std::int64_t>(*graph.weight(edge));
}

bool is_heavier(const WeightedGraph& graph, std::size_t left, std::size_t right) {
    const std::uint64_t* a = graph.weight(left);
    const std::uint64_t* b = graph.weight(right);
    for (std::size_t index = graph.words(); index-- > 0;) {
        if (a[index] != b[index]) return a[index] > b[index];
    }
    return left < right;
}

// Marks the edges to begin with: those that are among the heaviest of one of their nodes.
std::vector<char> heaviest_edges(const WeightedGraph& graph) {
    std::vector<std::vector<std::size_t>> of_node(static_cast<std::size_t>(graph.nodes()));
    for (std::size_t edge = 0; edge < graph.edges().size(); ++edge) {
        of_node[static_cast<std::size_t>(graph.edges()[edge].first)].push_back(edge);
        of_node[static_cast<std::size_t>(graph.edges()[edge].second)].push_back(edge);
    }
    std::vector<char> chosen(graph.edges().size(), 0);
    for (std::vector<std::size_t>& edges : of_node) {
        const std::size_t kept = std::min(heaviest_of_node, edges.size());
        std::partial_sort(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(kept),
                          edges.end(),
                          [&](std::size_t a, std::size_t b) { return is_heavier(graph, a, b); });
        for (std::size_t index = 0; index < kept; ++index) chosen[edges[index]] = 1;
    }
    return chosen;
}

// One run of LEMON over the chosen edges.
template <class Value>
class Run {
    using Weights = lemon::SmartGraph::EdgeMap<Value>;
    using Matching = lemon::MaxWeightedMatching<lemon::SmartGraph, Weights>;

public:
    Run(const WeightedGraph& graph, const std::vector<Value>& weights,
        const std::vector<char>& chosen)
        : weight_(lemon_graph_) {
        lemon_graph_.reserveNode(graph.nodes());
        for (int node = 0; node < graph.nodes(); ++node) lemon_graph_.addNode();
        for (std::size_t edge = 0; edge < chosen.size(); ++edge) {
            if (!chosen[edge]) continue;
            const auto [a, b] = graph.edges()[edge];
            weight_[lemon_graph_.addEdge(node_of(a), node_of(b))] = weights[edge];
        }
        matching_.emplace(lemon_graph_, weight_);
        matching_->run();
    }

    int partner(int node) const {
        const auto mate = matching_->mate(node_of(node));
        return mate == lemon::INVALID ? -1 : lemon_graph_.id(mate);
    }

    // No edge of this weight between the two would make a heavier matching. Blossoms, which are
    // left out here, make it only truer.
    bool outweighs(int a, int b, const Value& weight) const {
        const int scale = Matching::dualScale;
        return matching_->nodeValue(node_of(a)) + matching_->nodeValue(node_of(b)) >=
               scale * weight;
    }

private:
    lemon::SmartGraph::Node node_of(int node) const { return lemon_graph_.nodeFromId(node); }

    lemon::SmartGraph lemon_graph_;
    Weights weight_;
    std::optional<Matching> matching_;
};

// Chooses the edges that may make the matching heavier; whether there was one.
template <class Value>
bool add_missed(const WeightedGraph& graph, const std::vector<Value>& weights,
                const Run<Value>& run, std::vector<char>& chosen) {
    bool has_missed = false;
    for (std::size_t edge = 0; edge < chosen.size(); ++edge) {
        const auto [a, b] = graph.edges()[edge];
        if (chosen[edge] || run.outweighs(a, b, weights[edge])) continue;
        chosen[edge] = 1;
        has_missed = true;
    }
    return has_missed;
}

// A matching of some edges is the heaviest of all as soon as the duals of its nodes outweigh every
// edge that was left out.
template <class Value>
std::vector<int> heaviest(const WeightedGraph& graph) {
    std::vector<Value> weights;
    weights.reserve(graph.edges().size());
    for (std::size_t edge = 0; edge < graph.edges().size(); ++edge) {
        weights.push_back(value_of<Value>(graph, edge));
    }
    const bool is_small = graph.edges().size() <= edges_at_once;
    std::vector<char> chosen =
        is_small ? std::vector<char>(graph.edges().size(), 1) : heaviest_edges(graph);
    while (true) {
        const Run<Value> run(graph, weights, chosen);
        if (!is_small && add_missed(graph, weights, run, chosen)) continue;
        std::vector<int> partners;
        partners.reserve(static_cast<std::size_t>(graph.nodes()));
        for (int node = 0; node < graph.nodes(); ++node) partners.push_back(run.partner(node));
        return partners;
    }
}

}  // namespace

WeightedGraph::WeightedGraph(int nodes, int bits)
    : nodes_(nodes), bits_(bits), per_edge_(static_cast<std::size_t>(std::max(bits, 1) + 63) / 64) {
    assert(bits <= weight_bits_max);
}

void WeightedGraph::add_edge(int a, int b) {
    assert(a != b && a >= 0 && b >= 0 && a < nodes_ && b < nodes_);
    edges_.emplace_back(a, b);
    words_.resize(words_.size() + per_edge_, 0);
}

void WeightedGraph::add_weight(int shift, std::uint64_t value) {
    std::size_t index = words_.size() - per_edge_ + static_cast<std::size_t>(shift / 64);
    const int offset = shift % 64;
    const auto add = [this](std::size_t at, std::uint64_t word) {
        while (word != 0) {
            words_.at(at) += word;
            word = words_[at] < word ? 1 : 0;
            ++at;
        }
    };
    add(index, value << offset);
    if (offset != 0) add(index + 1, value >> (64 - offset));
}

std::vector<int> maximum_weight_matching(const WeightedGraph& graph) {
    const int bits = graph.bits() + spare_bits;
    if (bits <= 63) return heaviest<std::int64_t>(graph);
    if (bits <= 128) return heaviest<Wide<128>>(graph);
    if (bits <= 256) return heaviest<Wide<256>>(graph);
    if (graph.bits() <= weight_bits_fast) return heaviest<Wide<512>>(graph);
    return heaviest<Wide<weight_bits_max + 96>>(graph);
}

std::vector<int> maximum_matching(int nodes, const std::vector<std::pair<int, int>>& edges) {
    lemon::SmartGraph graph;
    for (int node = 0; node < nodes; ++node) graph.addNode();
    for (const auto& [a, b] : edges) graph.addEdge(graph.nodeFromId(a), graph.nodeFromId(b));
    lemon::MaxMatching<lemon::SmartGraph> matching(graph);
    matching.run();
    std::vector<int> partners;
    for (int node = 0; node < nodes; ++node) {
        const auto mate = matching.mate(graph.nodeFromId(node));
        partners.push_back(mate == lemon::INVALID ? -1 : graph.id(mate));
    }
    return partners;
}

}  // namespace tanbo::pairing
