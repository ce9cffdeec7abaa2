#pragma once

#include <cstdint>
#include <string_view>

#include "protocol/json/ids.hpp"

namespace tanbo::cli {

// The seed of a level's draws in a game. A bot that is started again draws the same; no player who
// lacks the bot's secret can say how it will draw, and two games differ. Pure; the same everywhere.
std::uint64_t game_seed(std::string_view secret, protocol::GameId game);

}  // namespace tanbo::cli
