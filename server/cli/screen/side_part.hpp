#pragma once

#include <string>
#include <vector>

#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

// The part beside or below a board, in at most so many rows: the game, the players, what is
// proposed, then moves and chat.
std::vector<std::string> side_lines(const ScreenModel& model, int columns, int rows);

}  // namespace tanbo::cli
