#pragma once

#include <string>
#include <vector>

#include "protocol/boards/text_board.hpp"
#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

struct BoardPart {
    std::vector<std::string> lines;
    std::vector<protocol::TextPlace> places;  // of all points, in board order
    int rows = 0;                             // of the lines, those of the board
    int columns = 0;                          // of the widest line
    bool is_beside = false;                   // the players stand at its right, not below
};

// The board as it fits a screen: with coordinates on all sides if that leaves room enough, else
// only above and at the left. If it fits in no way, its lines from the top and how large the
// terminal should be.
BoardPart board_part(const ScreenModel& model, int columns, int rows);

}  // namespace tanbo::cli
