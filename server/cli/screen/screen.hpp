#pragma once

#include <string>
#include <vector>

#include "protocol/boards/text_board.hpp"
#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

// The content of a terminal: as many lines as it has rows, none wider than it. The cursor is on the
// last.
struct Picture {
    std::vector<std::string> lines;
    int cursor_column = 0;
    std::vector<protocol::TextPlace> points = {};  // of the board, in board order; empty: not shown
    int board_rows = 0;                            // shown of it, from the top
};

// The board with the players, moves and chat beside it, or below it if it is too wide; under
// them the notice, and the prompt in the last row. A notice of more than notice_rows lines has the
// screen to itself, page by page.
inline constexpr int notice_rows = 3;
Picture draw_screen(const ScreenModel& model, Size size);

// The number of screens that the notice takes; 0 if it stands under the board.
int notice_pages(const ScreenModel& model, Size size);

}  // namespace tanbo::cli
