#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/boards/board_view.hpp"

namespace tanbo::protocol {

inline constexpr int text_columns_max = 72;

// Colours in a terminal, each as the parameters of SGR ("1;34"). Empty: none.
struct TextColours {
    std::array<std::string, engine::seats_max> seats;
    std::string removed;
    std::string empty;  // points and the gaps between them
    std::string legal;
    std::string last;  // the brackets of the last stones
    std::string few;   // the figure of a root with little space
    std::string label;
    std::string cursor;
};

// The 16 colours that every terminal has, as its owner has set them; darker on a light background.
const TextColours& basic_colours(bool is_light = false);

// Marks for a player, beside the position.
struct TextMarks {
    std::vector<engine::Point> last;   // "><" around each
    std::vector<engine::Point> legal;  // ":" on each
    // A figure before the seed of a root with that little space; in the first column after it.
    int root_space_max = 0;
    std::optional<engine::Point> cursor = {};  // "[]" around it
};

struct TextBoardOptions {
    const TextColours* colours = nullptr;     // null: none
    bool is_unicode = false;                  // roots are lines that connect their stones
    bool marks_removed = true;                // "*" where a root has just been removed
    bool has_caption = true;                  // the seat to move, the roots removed, a key of marks
    bool is_compact = false;                  // coordinates above and at the left only
    int columns_max = text_columns_max;       // of a line; at least 24
    std::string_view colour_begin = "\x1b[";  // before the parameters of SGR
    const TextMarks* marks = nullptr;         // null: the board's last stone alone
};

// The sign of a stone of this seat in a text board: '#' for black.
char stone_mark(engine::Seat seat);
// The same with is_unicode.
std::string_view unicode_mark(engine::Seat seat);

// The board as text, in lines of at most columns_max columns, with coordinates on all four sides:
//   # black   O white   X red   @ green   % & + = seats 5 to 8
//   . an empty point   , an empty star point   * a root has just been removed   >O< the last stone
// 3D boards are drawn as their layers (XY1: the points with names that end in 1), boards of more
// dimensions as their 2D slices (x-y-2-1), as many side by side as there is room for; a line is
// one row. Boards that are too wide are cut into parts with equally many columns, one below the
// other, each headed by its first and last column; column numbers past 9 are written downwards.
//
// With is_unicode a root is a line through its stones: heavy for black and seat5, double for white
// and seat6, light for red and seat7, dashed for green and seat8. Its seed and its ends carry the
// mark of the seat.
std::string text_board(const BoardView& board, const TextBoardOptions& options = {});

// A place in a text, from 0.
struct TextPlace {
    int line = 0;
    int column = 0;

    bool operator==(const TextPlace&) const = default;
};

// The places of all points of a board in its text, in board order.
std::vector<TextPlace> text_places(const BoardView& board, const TextBoardOptions& options);

}  // namespace tanbo::protocol
