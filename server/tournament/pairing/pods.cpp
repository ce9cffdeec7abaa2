#include "server/tournament/pairing/pods.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <span>
#include <unordered_map>

#include "server/tournament/pairing/pod_costs.hpp"

namespace tanbo::pairing {
namespace {

// Bounds of the search: sets of pods that are paired again at best, and exchanges of two players.
constexpr int windows_max = 300;
constexpr int exchanges_max = 200'000;
constexpr std::size_t pods_of_window = 4;

using Pods = std::vector<std::vector<int>>;

// The best way to seat few players: the best rest for each set of them.
class Exact {
public:
    Exact(const PodCosts& costs, std::span<const int> players) : costs_(costs), players_(players) {
        assert(players.size() <= pod_players_exact_max);
    }

    Pods best() {
        const std::uint32_t all = (1U << players_.size()) - 1;
        Pods pods;
        for (std::uint32_t left = all; left != 0;) {
            const std::uint32_t pod = best_of(left).pod;
            pods.push_back(members(pod));
            left &= ~pod;
        }
        return pods;
    }

private:
    struct Choice {
        PodCost cost;
        std::uint32_t pod = 0;  // that has the first of the players
    };

    std::vector<int> members(std::uint32_t set) const {
        std::vector<int> result;
        for (std::size_t index = 0; index < players_.size(); ++index) {
            if ((set >> index & 1U) != 0) result.push_back(players_[index]);
        }
        return result;
    }

    Choice best_of(std::uint32_t left) {
        if (left == 0) return {};
        if (const auto known = best_.find(left); known != best_.end()) return known->second;
        std::optional<Choice> best;
        const std::vector<int> sizes = pod_sizes(std::popcount(left));
        const std::uint32_t first = left & -left;
        for (const int size : {4, 3}) {
            if (std::ranges::find(sizes, size) == sizes.end()) continue;
            try_pods(left & ~first, first, size - 1, best, left);
        }
        return best_[left] = *best;
    }

    // Adds `missing` more players from `from` to the pod in every way.
    void try_pods(std::uint32_t from, std::uint32_t pod, int missing, std::optional<Choice>& best,
                  std::uint32_t left) {
        if (missing == 0) {
            PodCost cost = pod_cost(pod);
            if (best && cost >= best->cost) return;
            cost = cost + best_of(left & ~pod).cost;
            if (!best || cost < best->cost) best = Choice{cost, pod};
            return;
        }
        while (std::popcount(from) >= missing) {
            const std::uint32_t next = from & -from;
            from &= ~next;
            try_pods(from, pod | next, missing - 1, best, left);
        }
    }

    const PodCost& pod_cost(std::uint32_t pod) {
        const auto [found, is_new] = pod_costs_.try_emplace(pod);
        if (is_new) found->second = costs_.of(members(pod));
        return found->second;
    }

    const PodCosts& costs_;
    std::span<const int> players_;
    std::unordered_map<std::uint32_t, Choice> best_;
    std::unordered_map<std::uint32_t, PodCost> pod_costs_;
};

// --- more players than can be tried ---

PodCost total(const PodCosts& costs, std::span<const std::vector<int>> pods) {
    PodCost sum;
    for (const std::vector<int>& pod : pods) sum = sum + costs.of(pod);
    return sum;
}

// Pairs pods that are next to each other by points again; whether that was better.
bool improve_window(const PodCosts& costs, std::span<std::vector<int>> window) {
    std::vector<int> players;
    for (const auto& pod : window) players.insert(players.end(), pod.begin(), pod.end());
    Pods better = Exact(costs, players).best();
    if (total(costs, better) >= total(costs, window)) return false;
    std::ranges::sort(better, {}, [&](const std::vector<int>& pod) {
        return std::pair(-costs.points(pod), pod);
    });
    std::ranges::move(better, window.begin());
    return true;
}

void improve_windows(const PodCosts& costs, Pods& pods) {
    int windows = 0;
    bool is_better = true;
    while (is_better) {
        is_better = false;
        for (std::size_t begin = 0; begin + 1 < pods.size(); begin += pods_of_window / 2) {
            if (windows++ == windows_max) return;
            const std::size_t count = std::min(pods_of_window, pods.size() - begin);
            is_better |= improve_window(costs, std::span(pods).subspan(begin, count));
        }
    }
}

// Exchanges two players if that is better.
bool try_exchange(const PodCosts& costs, std::vector<int>& left, std::vector<int>& right, int& a,
                  int& b) {
    const PodCost before = costs.of(left) + costs.of(right);
    std::swap(a, b);
    if (costs.of(left) + costs.of(right) < before) return true;
    std::swap(a, b);
    return false;
}

// Exchanges players of pods with a fault with everybody else, until nothing gets better.
void improve_exchanges(const PodCosts& costs, Pods& pods) {
    int exchanges = 0;
    bool is_better = true;
    while (is_better) {
        is_better = false;
        for (std::vector<int>& left : pods) {
            for (std::vector<int>& right : pods) {
                const PodCost cost = costs.of(left);
                if (&left == &right || (cost.apart == 0 && cost.repeated == 0)) continue;
                for (int& a : left) {
                    for (int& b : right) {
                        if (exchanges++ == exchanges_max) return;
                        is_better |= try_exchange(costs, left, right, a, b);
                    }
                }
            }
        }
    }
}

// Begins with the leaders together; equals are in the drawn order.
Pods search(const PodCosts& costs, std::span<const int> drawn) {
    std::vector<std::pair<int, std::size_t>> order;
    order.reserve(drawn.size());
    for (std::size_t index = 0; index < drawn.size(); ++index) {
        order.emplace_back(-costs.points({drawn[index]}), index);
    }
    std::ranges::sort(order);
    std::vector<int> players;
    players.reserve(order.size());
    for (const auto& [points, index] : order) players.push_back(drawn[index]);
    Pods pods;
    auto next = players.begin();
    for (const int size : pod_sizes(static_cast<int>(players.size()))) {
        pods.emplace_back(next, next + size);
        next += size;
    }
    improve_windows(costs, pods);
    improve_exchanges(costs, pods);
    improve_windows(costs, pods);
    return pods;
}

// --- a bye, and the round ---

// Takes out who rests: of equals the first in the drawn order.
std::optional<int> take_bye(const PodEvent& event, std::vector<int>& players) {
    if (players.size() != 5) return std::nullopt;
    const auto rests = std::ranges::min_element(players, {}, [&](int player) {
        const PodPlayer& one = event.players[static_cast<std::size_t>(player)];
        return std::pair(one.byes, one.points);
    });
    const int bye = *rests;
    players.erase(rests);
    return bye;
}

}  // namespace

std::vector<int> pod_sizes(int players) {
    if (players < 3) return {};
    if (players == 5) return {4};
    const int threes = (4 - players % 4) % 4;
    std::vector<int> sizes(static_cast<std::size_t>((players - 3 * threes) / 4), 4);
    sizes.insert(sizes.end(), static_cast<std::size_t>(threes), 3);
    return sizes;
}

std::optional<PodRound> pair_pods(const PodEvent& event, Draw& draw) {
    if (event.players.size() < 3) return std::nullopt;
    std::vector<int> players = draw.order(static_cast<int>(event.players.size()));
    PodRound round;
    round.bye = take_bye(event, players);
    const PodCosts costs(event);
    const bool is_small = players.size() <= pod_players_exact_max;
    round.pods = is_small ? Exact(costs, players).best() : search(costs, players);
    for (std::vector<int>& pod : round.pods) pod = costs.in_turn_order(pod);
    return round;
}

PodCost cost(const PodEvent& event, const PodRound& round) {
    const PodCosts costs(event);
    PodCost sum;
    for (const std::vector<int>& pod : round.pods) sum = sum + costs.of_order(pod);
    return sum;
}

}  // namespace tanbo::pairing
