#include "server/tournament/pairing/swiss_field.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "server/tournament/pairing/matching.hpp"

namespace tanbo::pairing {
namespace {

// The place of each player of the event, -1 of those who are not present.
std::vector<int> places(const SwissEvent& event, std::span<const Contender> players) {
    std::vector<int> result(event.players.size(), -1);
    for (std::size_t place = 0; place < players.size(); ++place) {
        result[static_cast<std::size_t>(players[place].index)] = static_cast<int>(place);
    }
    return result;
}

}  // namespace

Field::Field(const SwissEvent& event, bool keeps_apart)
    : players_(contenders(event)), apart_(size()), initial_side_(event.initial_side) {
    const std::vector<int> place_of = places(event, players_);
    for (int a = 0; a < size(); ++a) {
        for (int b = 0; b <= a; ++b) {
            if (a == b || sides_forbid(player(a), player(b))) apart_.add(a, b);
        }
    }
    forbid_met(event, place_of);
    forbid(event.refused, place_of);
    if (keeps_apart) forbid(event.apart, place_of);
}

void Field::forbid(std::span<const std::pair<int, int>> pairs, std::span<const int> place_of) {
    for (const auto& [left, right] : pairs) {
        const int a = place_of[at(left)];
        const int b = place_of[at(right)];
        if (a >= 0 && b >= 0) apart_.add(a, b);
    }
}

// 2.1.1: games that were decided without play don't count.
void Field::forbid_met(const SwissEvent& event, std::span<const int> place_of) {
    std::vector<std::pair<int, int>> met;
    for (const Contender& player : players_) {
        for (const Outcome& outcome : event.players[at(player.index)].outcomes) {
            if (outcome.kind == Kind::game) met.emplace_back(player.index, outcome.opponent);
        }
    }
    forbid(met, place_of);
}

bool Field::is_complete(std::span<const int> places) const {
    const bool has_rest = places.size() % 2 == 1;
    const int nodes = static_cast<int>(places.size()) + (has_rest ? 1 : 0);
    std::vector<std::pair<int, int>> edges;
    for (int a = 0; a < static_cast<int>(places.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(places.size()); ++b) {
            if (may_meet(places[at(a)], places[at(b)])) edges.emplace_back(a, b);
        }
        if (has_rest && may_rest(places[at(a)])) edges.emplace_back(a, nodes - 1);
    }
    return std::ranges::count(maximum_matching(nodes, edges), -1) == 0;
}

bool Field::choose_bye() {
    std::vector<int> everybody(players_.size());
    std::iota(everybody.begin(), everybody.end(), 0);
    if (!has_bye()) return is_complete(everybody);
    std::set<int> halves;
    for (const Contender& player : players_) {
        if (player.may_rest) halves.insert(player.halves);
    }
    for (const int fewest : halves) {
        bye_halves_ = fewest;
        if (is_complete(everybody)) return true;
    }
    return false;
}

}  // namespace tanbo::pairing
