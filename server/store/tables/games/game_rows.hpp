#pragma once

#include <array>
#include <string_view>

#include "server/store/names.hpp"
#include "server/store/tables/games/game_summaries.hpp"

// The words of enumerators that several files write. For this folder only.
namespace tanbo::store {

inline constexpr std::array<std::string_view, 3> game_statuses = {"open", "active", "finished"};
inline constexpr std::array<std::string_view, 2> visibilities = {"public", "private"};

}  // namespace tanbo::store
