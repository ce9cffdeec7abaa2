#include "engine/search/levels.hpp"

#include <array>
#include <cassert>
#include <cstddef>

namespace tanbo::search {

namespace {

constexpr std::array<Level, level_max> all_levels = {{
    {0, 2.55F},
    {0, 1.66F},
    {0, 1.10F},
    {0, 0.74F},
    {0, 0.44F},
    {5, 0},
    {16, 0},
    {42, 0},
    {102, 0},
    {245, 0},
}};

}  // namespace

std::span<const Level> levels() {
    return all_levels;
}

const Level& level(int number) {
    assert(number >= level_min && number <= level_max);
    return all_levels[static_cast<std::size_t>(number - level_min)];
}

Budget budget_of(const Level& level) {
    return {level.simulations, {}};
}

}  // namespace tanbo::search
