#include "server/tournament/pairing/arena.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "server/tournament/pairing/matching.hpp"

namespace tanbo::pairing {
namespace {

// Bits of each rule, the most important one at the top: pairs, neither rematch nor apart, turns
// waited, nearness of ranks, colours. The sums of 1,024 players fit.
constexpr int colour_bits = 18;
constexpr int nearness_bits = 31;
constexpr int waited_bits = 31;
constexpr int rematch_bits = 11;
constexpr int nearness_shift = colour_bits;
constexpr int waited_shift = nearness_shift + nearness_bits;
constexpr int rematch_shift = waited_shift + waited_bits;
constexpr int pair_shift = rematch_shift + rematch_bits;
constexpr int all_bits = pair_shift + 11;
constexpr std::int64_t ranks_max = 1 << 20;
constexpr std::int64_t waited_max = 1 << 20;
constexpr std::int64_t balance_max = 100;

// They have just met, and one of them has not waited for somebody else.
bool is_early_rematch(std::span<const ArenaPlayer> free, int a, int b) {
    const ArenaPlayer& one = free[static_cast<std::size_t>(a)];
    const ArenaPlayer& other = free[static_cast<std::size_t>(b)];
    return one.last_opponent == b && other.last_opponent == a &&
           std::min(one.waited, other.waited) < arena_rematch_turns;
}

// 0 to limit.
std::uint64_t limited(std::int64_t value, std::int64_t limit) {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, limit));
}

// Adds a pair. `is_apart`: it is avoided as long as that is possible.
void add_pair(WeightedGraph& graph, std::span<const ArenaPlayer> free, bool is_apart, int a,
              int b) {
    const ArenaPlayer& left = free[static_cast<std::size_t>(a)];
    const ArenaPlayer& right = free[static_cast<std::size_t>(b)];
    graph.add_edge(a, b);
    graph.add_weight(pair_shift, 1);
    graph.add_weight(rematch_shift,
                     (is_early_rematch(free, a, b) ? 0U : 1U) + (is_apart ? 0U : 1U));
    graph.add_weight(waited_shift,
                     limited(left.waited, waited_max / 2) + limited(right.waited, waited_max / 2));
    const std::int64_t distance = std::abs(std::int64_t{left.rank} - right.rank);
    graph.add_weight(nearness_shift, limited(ranks_max - distance, ranks_max));
    const std::int64_t contrast = std::abs(std::int64_t{left.balance} - right.balance);
    graph.add_weight(0, limited(contrast, balance_max));
}

Pair with_turns(std::span<const ArenaPlayer> free, int a, int b) {
    const int left = free[static_cast<std::size_t>(a)].balance;
    const int right = free[static_cast<std::size_t>(b)].balance;
    if (left != right) return left < right ? Pair{a, b} : Pair{b, a};
    // The one who stands lower begins.
    const bool a_is_lower =
        free[static_cast<std::size_t>(a)].rank > free[static_cast<std::size_t>(b)].rank;
    return a_is_lower ? Pair{a, b} : Pair{b, a};
}

}  // namespace

std::vector<Pair> match_arena(std::span<const ArenaPlayer> free,
                              std::span<const std::pair<int, int>> apart) {
    const int count = static_cast<int>(free.size());
    PairSet avoided(count);
    for (const auto& [a, b] : apart) avoided.add(a, b);
    if (count == 2) {
        const bool waits = std::min(free[0].waited, free[1].waited) < arena_rematch_turns;
        if (is_early_rematch(free, 0, 1) || (avoided.contains(0, 1) && waits)) return {};
    }
    std::vector<int> by_rank(free.size());
    std::iota(by_rank.begin(), by_rank.end(), 0);
    std::ranges::sort(by_rank, {}, [free](int player) {
        return std::pair(free[static_cast<std::size_t>(player)].rank, player);
    });
    WeightedGraph graph(count, all_bits);
    for (int i = 0; i < count; ++i) {
        const int end = std::min(count, i + 1 + arena_reach);
        for (int j = i + 1; j < end; ++j) {
            const auto [a, b] = std::minmax(by_rank[static_cast<std::size_t>(i)],
                                            by_rank[static_cast<std::size_t>(j)]);
            add_pair(graph, free, avoided.contains(a, b), a, b);
        }
    }
    const std::vector<int> partners = maximum_weight_matching(graph);
    std::vector<Pair> pairs;
    for (int a = 0; a < count; ++a) {
        const int b = partners[static_cast<std::size_t>(a)];
        if (b > a) pairs.push_back(with_turns(free, a, b));
    }
    return pairs;
}

}  // namespace tanbo::pairing
