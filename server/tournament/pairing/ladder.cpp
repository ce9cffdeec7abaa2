#include "server/tournament/pairing/ladder.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <set>
#include <utility>

namespace tanbo::pairing {

Ladder::Ladder(std::vector<int> players) : players_(std::move(players)) {
    assert(std::set<int>(players_.begin(), players_.end()).size() == players_.size());
}

std::optional<int> Ladder::place(int player) const {
    const auto found = std::ranges::find(players_, player);
    if (found == players_.end()) return std::nullopt;
    return static_cast<int>(found - players_.begin());
}

void Ladder::join(int player) {
    assert(!place(player));
    players_.push_back(player);
}

void Ladder::leave(int player) {
    assert(place(player));
    std::erase(players_, player);
}

bool Ladder::is_in_reach(int challenger, int challenged, int reach) const {
    const auto from = place(challenger);
    const auto to = place(challenged);
    return from && to && *to < *from && *from - *to <= reach;
}

void Ladder::win(int challenger, int challenged) {
    const auto from = place(challenger);
    const auto to = place(challenged);
    if (!from || !to || *from < *to) return;
    const auto begin = players_.begin();
    std::rotate(begin + *to, begin + *from, begin + *from + 1);
}

}  // namespace tanbo::pairing
