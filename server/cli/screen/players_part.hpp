#pragma once

#include <string>
#include <vector>

#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

// The players: for every seat its stone, name and player, the number of its roots, its clock. ">"
// stands before the seat to move. One line a seat if there is room beside one another, else two
// lines as long as they leave half of the rows, else a line without the roots.
std::vector<std::string> players_lines(const ScreenModel& model, int columns, int rows);

}  // namespace tanbo::cli
