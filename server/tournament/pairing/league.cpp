#include "server/tournament/pairing/league.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>

namespace tanbo::pairing {
namespace {

// Counts the players who change places between two divisions: none goes up and down at once.
std::size_t moving_between(const std::vector<int>& upper, const std::vector<int>& lower,
                           int moving) {
    return std::min({static_cast<std::size_t>(moving), upper.size() / 2, lower.size() / 2});
}

}  // namespace

std::vector<std::vector<int>> next_season(std::span<const std::vector<int>> final,
                                          const SeasonChange& change) {
    assert(change.division_size > 0 && change.moving >= 0);
    std::vector<std::vector<int>> divisions(final.begin(), final.end());
    for (std::size_t index = 0; index + 1 < divisions.size(); ++index) {
        const std::size_t moving = moving_between(final[index], final[index + 1], change.moving);
        std::swap_ranges(divisions[index].end() - static_cast<std::ptrdiff_t>(moving),
                         divisions[index].end(), divisions[index + 1].begin());
    }
    std::vector<int> everybody;
    for (const std::vector<int>& division : divisions) {
        std::ranges::copy_if(division, std::back_inserter(everybody),
                             [&](int player) { return !change.leaving.contains(player); });
    }
    everybody.insert(everybody.end(), change.joining.begin(), change.joining.end());
    std::vector<std::vector<int>> next;
    const auto size = static_cast<std::size_t>(change.division_size);
    for (std::size_t begin = 0; begin < everybody.size(); begin += size) {
        const std::size_t end = std::min(everybody.size(), begin + size);
        next.emplace_back(everybody.begin() + static_cast<std::ptrdiff_t>(begin),
                          everybody.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return next;
}

}  // namespace tanbo::pairing
