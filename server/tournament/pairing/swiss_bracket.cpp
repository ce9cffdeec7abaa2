#include "server/tournament/pairing/swiss_bracket.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

namespace tanbo::pairing {
namespace {

// The count of pairs, above all criteria, in graphs that give everybody an opponent.
constexpr int bits_of_pairs = 12;
// Players of whom one criterion can tell who comes first.
constexpr int players_per_criterion = 40;

}  // namespace

Bracket::Bracket(const Field& field, std::vector<int> moved_down, std::vector<int> residents,
                 std::vector<int> below, int next, bool sees_all, bool minds_floats)
    : field_(field),
      moved_down_(std::move(moved_down)),
      residents_(std::move(residents)),
      below_(std::move(below)),
      next_count_(next),
      sees_all_(sees_all),
      minds_floats_(minds_floats),
      inside_(at(field.size()), 0),
      next_(at(field.size()), 0),
      fixed_(at(field.size()), 0),
      rank_(at(field.size()), 0),
      costs_(at(field.size()) * at(field.size())),
      role_(at(field.size()), Role::open) {
    std::vector<int> all = moved_down_;
    all.insert(all.end(), residents_.begin(), residents_.end());
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        inside_[at(all[rank])] = 1;
        rank_[at(all[rank])] = static_cast<int>(rank);
        for (std::size_t before = 0; before < rank; ++before) {
            costs_[at(all[before]) * at(field.size()) + at(all[rank])] = side_costs(
                field.player(all[before]), field.player(all[rank]), field.initial_side());
        }
    }
    for (int index = 0; index < next; ++index) next_[at(below_[at(index)])] = 1;
}

std::optional<Bracket::Result> Bracket::pair() {
    latest_ = solve(numbers());
    // The field, and each bracket before this one, has left players who can all be paired.
    assert(!sees_all_ || latest_.unmatched.empty());
    one_floats_ = latest_.floaters.size() == 1;
    criteria_ = criteria();
    Objective objective = criteria_;
    add_late_floaters(objective);
    latest_ = solve(objective);
    decide_moved_down();
    decide_residents();
    return result();
}

// --- the graph ---

bool Bracket::is_moved_down(int place) const {
    return is_inside(place) && field_.player(place).halves > field_.player(residents_[0]).halves;
}

bool Bracket::may_pair(int a, int b) const {
    if (!field_.may_meet(a, b)) return false;
    if (!is_inside(a) || !is_inside(b)) return true;
    if (is_moved_down(a) && is_moved_down(b)) return false;
    const Role left = role_[at(a)];
    const Role right = role_[at(b)];
    if (left == Role::limbo || right == Role::limbo) return false;
    if (left == Role::open && right == Role::open) return true;
    return left == Role::top && right == Role::bottom;
}

Meeting Bracket::meeting(int a, int b) const {
    const bool is_pair_inside = b != bye && is_inside(a) && is_inside(b);
    return {.a = a,
            .b = b,
            .is_inside = is_pair_inside,
            .is_next = !is_pair_inside && b != bye && is_next(b) && (is_inside(a) || is_next(a)),
            .costs = is_pair_inside ? &costs_[at(a) * at(field_.size()) + at(b)] : nullptr};
}

void Bracket::add_edge(WeightedGraph& graph, const Objective& objective, const Meeting& meeting,
                       int a, int b) const {
    graph.add_edge(a, b);
    // Nothing is asked of the pairs farther below.
    if (is_inside(meeting.a) || meeting.is_next) objective.weigh(graph, meeting);
    // Above all others: everybody has to have an opponent.
    if (sees_all_) graph.add_weight(objective.bits(), 1);
}

Bracket::Matching Bracket::solve(const Objective& objective) const {
    std::vector<int> nodes;
    for (const int place : moved_down_) {
        if (!is_fixed(place)) nodes.push_back(place);
    }
    for (const int place : residents_) {
        if (!is_fixed(place)) nodes.push_back(place);
    }
    nodes.insert(nodes.end(), below_.begin(),
                 sees_all_ ? below_.end() : below_.begin() + next_count_);
    const int count = static_cast<int>(nodes.size());
    WeightedGraph graph(count + 1, objective.bits() + (sees_all_ ? bits_of_pairs : 0));
    for (int a = 0; a < count; ++a) {
        for (int b = a + 1; b < count; ++b) {
            if (!may_pair(nodes[at(a)], nodes[at(b)])) continue;
            add_edge(graph, objective, meeting(nodes[at(a)], nodes[at(b)]), a, b);
        }
        if (sees_all_ && field_.has_bye() && field_.may_rest(nodes[at(a)])) {
            add_edge(graph, objective, meeting(nodes[at(a)], bye), a, count);
        }
    }
    return matching_of(nodes, maximum_weight_matching(graph));
}

Bracket::Matching Bracket::matching_of(std::span<const int> nodes,
                                       std::span<const int> partners) const {
    Matching matching;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        const int place = nodes[node];
        const int partner = partners[node];
        if (partner < 0) matching.unmatched.push_back(place);
        const bool is_pair = partner >= 0 && at(partner) < nodes.size();
        if (!is_inside(place)) continue;
        if (!is_pair || !is_inside(nodes[at(partner)])) {
            matching.floaters.push_back(place);
        } else if (at(partner) > node) {
            matching.inside.emplace_back(place, nodes[at(partner)]);
        }
    }
    return matching;
}

// --- the criteria ---

namespace {

// The scores of some players, the highest first, each with the number of players.
std::vector<std::pair<int, std::uint64_t>> scores(const Field& field, std::span<const int> places) {
    std::vector<std::pair<int, std::uint64_t>> result;
    for (const int place : places) {
        const int halves = field.player(place).halves;
        if (result.empty() || result.back().first != halves) result.emplace_back(halves, 0);
        ++result.back().second;
    }
    return result;
}

std::uint64_t size_of(const std::vector<int>& players) {
    return players.size();
}

}  // namespace

Objective Bracket::numbers() const {
    Objective objective;
    const std::uint64_t players = size_of(moved_down_) + size_of(residents_);
    objective.add_inside(players / 2, [](const Meeting&) { return 1; });
    for (const auto& [halves, count] : scores(field_, moved_down_)) {
        objective.add_inside(count, [this, score = halves](const Meeting& meeting) {
            return field_.player(meeting.a).halves == score ? 1U : 0U;
        });
    }
    if (next_count_ == 0) return objective;
    std::vector<int> floating = moved_down_;
    floating.insert(floating.end(), residents_.begin(), residents_.end());
    const std::uint64_t next = static_cast<std::uint64_t>(next_count_);
    objective.add(
        {(players + next) / 2, [](const Meeting& meeting) { return meeting.is_next ? 1U : 0U; }});
    for (const auto& [halves, count] : scores(field_, floating)) {
        objective.add({std::min(count, next), [this, score = halves](const Meeting& meeting) {
                           return meeting.is_next && field_.player(meeting.a).halves == score ? 1U
                                                                                              : 0U;
                       }});
    }
    return objective;
}

Objective Bracket::criteria() const {
    Objective objective = numbers();
    add_bye(objective);
    add_sides(objective);
    if (minds_floats_) add_floats(objective);
    return objective;
}

void Bracket::add_bye(Objective& objective) const {
    const bool rests_here =
        field_.bye_halves() && *field_.bye_halves() >= field_.player(residents_[0]).halves;
    if (!rests_here || !one_floats_) return;
    int most = 0;
    for (int place = 0; place < field_.size(); ++place) {
        most = std::max(most, field_.player(place).unplayed);
    }
    objective.add({static_cast<std::uint64_t>(most), [this, most](const Meeting& meeting) {
                       if (meeting.b != bye || !is_inside(meeting.a)) return std::uint64_t{0};
                       return static_cast<std::uint64_t>(most - field_.player(meeting.a).unplayed);
                   }});
}

void Bracket::add_sides(Objective& objective) const {
    const std::uint64_t pairs = (size_of(moved_down_) + size_of(residents_)) / 2;
    bool has_top = false;
    for (int place = 0; place < field_.size(); ++place) has_top |= field_.player(place).is_top;
    const auto add = [&](int SideCosts::* cost) {
        objective.add_inside(pairs, [cost](const Meeting& meeting) {
            return static_cast<std::uint64_t>(1 - meeting.costs->*cost);
        });
    };
    if (has_top) {
        add(&SideCosts::beyond_two);
        add(&SideCosts::third_in_a_row);
    }
    add(&SideCosts::preference);
    add(&SideCosts::strong_preference);
}

void Bracket::add_floats(Objective& objective) const {
    add_repeated(objective, &Contender::last);
    add_repeated(objective, &Contender::before_last);
    add_differences(objective, &Contender::last);
    add_differences(objective, &Contender::before_last);
}

// 2.4.9 and 2.4.10, or 2.4.11 and 2.4.12: residents who float again, and opponents of players moved
// down who did before.
void Bracket::add_repeated(Objective& objective, Float Contender::* round) const {
    const auto has = [this, round](int place, Float direction) {
        return field_.player(place).*round == direction;
    };
    const auto down = static_cast<std::uint64_t>(
        std::ranges::count_if(residents_, [&](int place) { return has(place, Float::down); }));
    objective.add_inside(down, [this, has](const Meeting& meeting) {
        const bool is_a_resident = !is_moved_down(meeting.a);
        return (is_a_resident && has(meeting.a, Float::down) ? 1U : 0U) +
               (has(meeting.b, Float::down) ? 1U : 0U);
    });
    const bool has_up =
        std::ranges::any_of(residents_, [&](int place) { return has(place, Float::up); });
    objective.add_inside(has_up ? size_of(moved_down_) : 0, [this, has](const Meeting& meeting) {
        return is_moved_down(meeting.a) && !has(meeting.b, Float::up) ? 1U : 0U;
    });
}

// 2.4.13 and 2.4.14, or 2.4.15 and 2.4.16: all residents have one score, so the greatest
// differences are those of the highest scores.
void Bracket::add_differences(Objective& objective, Float Contender::* round) const {
    for (const auto& [halves, count] : scores(field_, moved_down_)) {
        objective.add_inside(count, [this, round, score = halves](const Meeting& meeting) {
            const Contender& player = field_.player(meeting.a);
            return player.halves == score && player.*round == Float::down ? 1U : 0U;
        });
    }
    for (const auto& [halves, count] : scores(field_, moved_down_)) {
        objective.add_inside(count, [this, round, score = halves](const Meeting& meeting) {
            return field_.player(meeting.a).halves == score &&
                           field_.player(meeting.b).*round != Float::up
                       ? 1U
                       : 0U;
        });
    }
}

// Prefers candidates with their last players floating: among equals, the first is likely one.
void Bracket::add_late_floaters(Objective& objective) const {
    const std::uint64_t players = size_of(moved_down_) + size_of(residents_);
    objective.add({players * players, [this](const Meeting& meeting) {
                       const bool floats = is_inside(meeting.a) && !meeting.is_inside;
                       return floats ? static_cast<std::uint64_t>(rank_[at(meeting.a)]) : 0;
                   }});
}

// --- the order of candidates: players moved down ---

// 4.4.2 and 4.2.2.
void Bracket::decide_moved_down() {
    if (moved_down_.empty()) return;
    decide_limbo();
    std::vector<int> paired;
    for (const int place : moved_down_) {
        if (role_[at(place)] != Role::limbo) paired.push_back(place);
    }
    decide_opponents(paired);
}

// The players moved down who float on: all sets are tried in the order of the first difference.
void Bracket::decide_limbo() {
    const bool has_limbo =
        std::ranges::any_of(latest_.floaters, [this](int place) { return is_moved_down(place); });
    if (!has_limbo) return;
    Objective objective = criteria_;
    const int count = static_cast<int>(moved_down_.size());
    for (int begin = 0; begin < count; begin += players_per_criterion) {
        const int end = std::min(count, begin + players_per_criterion);
        objective.add_inside((std::uint64_t{1} << (end - begin)) - 1,
                             [this, begin, end](const Meeting& meeting) -> std::uint64_t {
                                 const int rank = rank_[at(meeting.a)];
                                 if (!is_moved_down(meeting.a) || rank < begin || rank >= end) {
                                     return 0;
                                 }
                                 return std::uint64_t{1} << (end - 1 - rank);
                             });
    }
    latest_ = solve(objective);
    for (const int place : latest_.floaters) {
        if (is_moved_down(place)) role_[at(place)] = Role::limbo;
    }
}

// Has these players meet the first opponents possible, the first player first.
void Bracket::decide_opponents(const std::vector<int>& players) {
    const std::uint64_t ranks = size_of(moved_down_) + size_of(residents_);
    std::size_t begin = 0;
    while (begin < players.size()) {
        Objective objective = criteria_;
        std::size_t end = begin;
        const int bits_max =
            weight_bits_fast - bits_of_pairs - static_cast<int>(std::bit_width(ranks));
        while (end < players.size() && (end == begin || objective.bits() <= bits_max)) {
            const int player = players[end++];
            objective.add_inside(ranks, [this, player, ranks](const Meeting& meeting) {
                if (meeting.a != player) return std::uint64_t{0};
                return ranks - static_cast<std::uint64_t>(rank_[at(meeting.b)]);
            });
        }
        latest_ = solve(objective);
        const std::set<int> decided(players.begin() + static_cast<std::ptrdiff_t>(begin),
                                    players.begin() + static_cast<std::ptrdiff_t>(end));
        for (const auto& [a, b] : latest_.inside) {
            if (decided.contains(a)) fix(a, b);
        }
        std::erase_if(latest_.inside, [this](const auto& pair) { return is_fixed(pair.first); });
        begin = end;
    }
}

void Bracket::fix(int a, int b) {
    pairs_.emplace_back(a, b);
    fixed_[at(a)] = 1;
    fixed_[at(b)] = 1;
}

// --- the order of candidates: residents ---

std::vector<int> Bracket::free_residents() const {
    std::vector<int> free;
    std::ranges::copy_if(residents_, std::back_inserter(free),
                         [this](int place) { return !is_fixed(place); });
    return free;
}

void Bracket::decide_residents() {
    if (latest_.inside.empty() || take_first_candidate()) return;
    Objective objective = criteria_;
    add_exchange(objective);
    latest_ = solve(objective);
    if (take_first_candidate()) return;
    decide_exchange(std::move(objective));
    std::vector<int> tops;
    for (const int place : free_residents()) {
        if (role_[at(place)] == Role::top) tops.push_back(place);
    }
    decide_opponents(tops);
}

// The first half against the second in order, if that is as good as the latest matching and leaves
// the same players to float.
bool Bracket::take_first_candidate() {
    const std::vector<int> free = free_residents();
    const std::size_t count = latest_.inside.size();
    std::vector<std::uint64_t> found;
    for (const auto& [a, b] : latest_.inside) criteria_.sum(found, meeting(a, b));
    std::vector<std::uint64_t> first;
    for (std::size_t index = 0; index < count; ++index) {
        if (!may_pair(free[index], free[index + count])) return false;
        criteria_.sum(first, meeting(free[index], free[index + count]));
    }
    const std::set<int> floating(latest_.floaters.begin(), latest_.floaters.end());
    for (std::size_t index = 2 * count; index < free.size(); ++index) {
        if (!floating.contains(free[index])) return false;
    }
    if (first != found) return false;
    for (std::size_t index = 0; index < count; ++index) fix(free[index], free[index + count]);
    return true;
}

// 4.3.2, its first two rules: as few exchanged as possible, and as near to each other. The higher
// of each pair is in S1, since any other way to come to a candidate exchanges more or farther.
void Bracket::add_exchange(Objective& objective) const {
    const std::vector<int> free = free_residents();
    const std::uint64_t pairs = latest_.inside.size();
    const int last_of_first = rank_[at(free[pairs - 1])];
    objective.add_inside(pairs, [this, last_of_first](const Meeting& meeting) {
        return rank_[at(meeting.a)] <= last_of_first ? 1U : 0U;
    });
    std::vector<int> order(rank_.size(), 0);
    for (std::size_t index = 0; index < free.size(); ++index) {
        order[at(free[index])] = static_cast<int>(free.size() - index);
    }
    objective.add_inside(pairs * free.size(), [order](const Meeting& meeting) {
        return static_cast<std::uint64_t>(order[at(meeting.a)]);
    });
}

// Its other two: the lowest of S1 go first, and the highest of S2 come first.
void Bracket::add_exchanged_players(Objective& objective) const {
    std::vector<int> free = free_residents();
    const int pairs = static_cast<int>(latest_.inside.size());
    // Bits of the players that are looked at one after the other; of S1 those who stay cost.
    const auto add = [&](int begin, int end, bool is_better) {
        std::vector<std::uint64_t> bit(rank_.size(), 0);
        for (int index = begin; index < end; ++index) {
            bit[at(free[at(index)])] = std::uint64_t{1}
                                       << (is_better ? end - 1 - index : index - begin);
        }
        const std::uint64_t full = is_better ? 0 : std::uint64_t{1} << (end - begin);
        const std::uint64_t most = is_better ? std::uint64_t{1} << (end - begin)
                                             : full * static_cast<std::uint64_t>(pairs);
        objective.add_inside(most, [bit, full](const Meeting& meeting) {
            const std::uint64_t own = bit[at(meeting.a)];
            return full == 0 ? own : full - own;
        });
    };
    for (int end = pairs; end > 0; end -= players_per_criterion) {
        add(std::max(0, end - players_per_criterion), end, false);
    }
    const int count = static_cast<int>(free.size());
    for (int begin = pairs; begin < count; begin += players_per_criterion) {
        add(begin, std::min(count, begin + players_per_criterion), true);
    }
}

// Chooses the players whom the first candidate has in S1, the tops, and in S2.
// `objective` has the criteria and add_exchange().
void Bracket::decide_exchange(Objective objective) {
    const std::vector<int> free = free_residents();
    const std::size_t pairs = latest_.inside.size();
    const int last_of_first = rank_[at(free[pairs - 1])];
    const bool has_exchange = std::ranges::any_of(
        latest_.inside,
        [&](const std::pair<int, int>& pair) { return rank_[at(pair.first)] > last_of_first; });
    if (has_exchange) {
        add_exchanged_players(objective);
        latest_ = solve(objective);
    }
    for (const int place : free) role_[at(place)] = Role::bottom;
    for (const auto& [a, b] : latest_.inside) role_[at(a)] = Role::top;
}

// --- the result ---

std::optional<Bracket::Result> Bracket::result() const {
    Result result{pairs_, {}};
    std::vector<int> left = latest_.unmatched;
    for (const int place : moved_down_) {
        if (!is_fixed(place)) result.floaters.push_back(place);
    }
    for (const int place : residents_) {
        if (!is_fixed(place)) result.floaters.push_back(place);
    }
    if (sees_all_) return result;
    left.insert(left.end(), below_.begin() + next_count_, below_.end());
    if (!field_.is_complete(left)) return std::nullopt;
    return result;
}

}  // namespace tanbo::pairing
