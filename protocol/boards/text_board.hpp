#pragma once

#include <string>
#include <string_view>

#include "protocol/boards/board_view.hpp"

namespace tanbo::protocol {

inline constexpr int text_columns_max = 72;

struct TextBoardOptions {
    bool has_colour = false;    // for a terminal
    bool marks_removed = true;  // "*" where a root has just been removed
    bool has_caption = true;    // the seat to move, the roots removed and a key of the marks
    bool is_compact = false;    // coordinates above and at the left only
    int columns_max = text_columns_max;       // of a line; at least 24
    std::string_view colour_begin = "\x1b[";  // before the parameters of SGR
};

// The sign of a stone of this seat in a text board: '#' for black.
char stone_mark(engine::Seat seat);
// Its colour in a terminal, as the parameters of SGR: "1;34".
std::string_view stone_colour(engine::Seat seat);

// The board as text, in lines of at most columns_max columns, with coordinates on all four sides:
//   # black   O white   X red   @ green   % & + = seats 5 to 8
//   . an empty point   , an empty star point   * a root has just been removed   >O< the last stone
// 3D boards are drawn as their layers (XY1: the points with names that end in 1), boards of more
// dimensions as their 2D slices (x-y-2-1), as many side by side as there is room for; a line is
// one row. Boards that are too wide are cut into parts with equally many columns, one below the
// other, each headed by its first and last column; column numbers past 9 are written downwards.
std::string text_board(const BoardView& board, const TextBoardOptions& options = {});

}  // namespace tanbo::protocol
