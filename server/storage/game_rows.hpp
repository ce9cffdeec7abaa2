#pragma once

#include <array>
#include <string_view>

#include "server/storage/game_summaries.hpp"
#include "server/storage/names.hpp"

// The words of enumerators that several files write. For this folder only.
namespace tanbo::storage {

inline constexpr std::array<std::string_view, 3> game_statuses = {"open", "active", "finished"};
inline constexpr std::array<std::string_view, 2> visibilities = {"public", "private"};

}  // namespace tanbo::storage
