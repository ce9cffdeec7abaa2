#include "engine/search/levels.hpp"

#include <array>
#include <cassert>
#include <cstddef>

namespace tanbo::search {

namespace {

constexpr std::array<Level, level_max> all_levels = {{
    {0, 2.5F},
    {0, 1.0F},
    {0, 0.55F},
    {0, 0.32F},
    {0, 0.16F},
    {8, 0},
    {20, 0},
    {50, 0},
    {120, 0},
    {300, 0},
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
