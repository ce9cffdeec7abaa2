#include "server/tournament/pairing/matching.hpp"

#include <cstdint>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

namespace tanbo::pairing {
namespace {

TEST(Matching, PrefersWeightToTheNumberOfEdges) {
    WeightedGraph graph(4, 10);
    using Edge = std::tuple<int, int, unsigned>;
    for (const auto& [a, b, weight] : std::vector<Edge>{{0, 1, 5}, {1, 2, 11}, {2, 3, 5}}) {
        graph.add_edge(a, b);
        graph.add_weight(0, weight);
    }

    EXPECT_EQ(maximum_weight_matching(graph), (std::vector<int>{-1, 2, 1, -1}));
    EXPECT_EQ(maximum_matching(4, graph.edges()), (std::vector<int>{1, 0, 3, 2}));
}

TEST(Matching, SeesTheLowestBitOfTheWidestWeight) {
    for (const int bits : {40, 100, 200, 400, weight_bits_max}) {
        WeightedGraph graph(4, bits);
        const std::vector<std::pair<int, int>> edges = {{0, 1}, {2, 3}, {0, 2},
                                                        {1, 3}, {0, 3}, {1, 2}};
        for (const auto& [a, b] : edges) {
            graph.add_edge(a, b);
            graph.add_weight(bits - 2, 1);
            if (a == 0 && b == 2) graph.add_weight(0, 1);
        }

        EXPECT_EQ(maximum_weight_matching(graph), (std::vector<int>{2, 3, 0, 1})) << bits;
    }
}

TEST(Matching, CarriesAcrossWords) {
    WeightedGraph graph(2, 200);
    graph.add_edge(0, 1);
    graph.add_weight(0, ~std::uint64_t{0});
    graph.add_weight(64, ~std::uint64_t{0});
    graph.add_weight(0, 1);

    EXPECT_EQ(graph.weight(0)[0], 0U);
    EXPECT_EQ(graph.weight(0)[1], 0U);
    EXPECT_EQ(graph.weight(0)[2], 1U);
}

std::uint64_t total_of(const WeightedGraph& graph, const std::vector<int>& partners) {
    std::uint64_t total = 0;
    for (std::size_t edge = 0; edge < graph.edges().size(); ++edge) {
        const auto& [a, b] = graph.edges()[edge];
        if (partners[static_cast<std::size_t>(a)] == b) total += *graph.weight(edge);
    }
    return total;
}

// The same graph with more nodes, and edges without weight between these: so many edges that only
// some are looked at first.
WeightedGraph padded(const WeightedGraph& graph, int extra) {
    WeightedGraph larger(graph.nodes() + 2 * extra, graph.bits());
    for (std::size_t edge = 0; edge < graph.edges().size(); ++edge) {
        const auto& [a, b] = graph.edges()[edge];
        larger.add_edge(a, b);
        larger.add_weight(0, *graph.weight(edge));
    }
    for (int a = 0; a < extra; ++a) {
        for (int b = 0; b < extra; ++b) {
            larger.add_edge(graph.nodes() + a, graph.nodes() + extra + b);
        }
    }
    return larger;
}

TEST(Matching, IsAsHeavyWhenManyEdgesAreLeftOutAtFirst) {
    std::mt19937 random(7);  // NOLINT: the same graphs in each run
    for (int round = 0; round < 40; ++round) {
        WeightedGraph graph(50, 30);
        for (int a = 0; a < 50; ++a) {
            for (int b = a + 1; b < 50; ++b) {
                graph.add_edge(a, b);
                graph.add_weight(0, random() % (round % 2 == 0 ? 4 : 1000));
            }
        }
        const WeightedGraph larger = padded(graph, 90);

        EXPECT_EQ(total_of(larger, maximum_weight_matching(larger)),
                  total_of(graph, maximum_weight_matching(graph)));
    }
}

}  // namespace
}  // namespace tanbo::pairing
