#include "server/cli/screen/board_part.hpp"

#include <algorithm>
#include <sstream>

#include "protocol/boards/text_board.hpp"
#include "server/cli/screen/board_marks.hpp"
#include "server/cli/screen/screen.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int columns_min = 24;          // of a board
constexpr int side_columns = 40;         // beside a board with all coordinates
constexpr int narrow_side_columns = 37;  // beside a compact one: a handle of 24 fits
constexpr int gap_columns = 2;

// The columns that a board may take, and its form.
struct Form {
    int columns;
    bool is_compact;
    bool is_beside;
};

BoardPart draw(const ScreenModel& model, const Form& form) {
    const auto snapshot = engine::snapshot_at(*model.match, model.match->ply());
    const protocol::TextMarks marks = marks_of(model);
    protocol::TextBoardOptions options = board_form(model.style);
    options.marks = &marks;
    options.has_caption = false;
    options.is_compact = form.is_compact;
    options.columns_max = form.columns;
    const protocol::BoardView view(*snapshot);
    std::istringstream text(protocol::text_board(view, options));
    BoardPart part;
    part.places = protocol::text_places(view, options);
    for (std::string line; std::getline(text, line);) {
        part.columns = std::max(part.columns, columns_of(line));
        part.lines.push_back(std::move(line));
    }
    part.rows = static_cast<int>(part.lines.size());
    part.is_beside = form.is_beside;
    return part;
}

bool is_flat(const ScreenModel& model) {
    return model.match->opening().lattice().dimensions() <= 2;
}

// The columns of a flat board in one piece, with room for the mark of the last stone. Requires:
// is_flat().
int whole_columns(const ScreenModel& model, bool is_compact) {
    const auto extents = model.match->opening().lattice().extents();
    const int labels = extents.size() < 2 ? 0 : static_cast<int>(std::to_string(extents[1]).size());
    return 2 * extents[0] + 1 + labels * (is_compact ? 1 : 2);
}

// A flat board is not to be cut into parts that stand one below the other.
bool is_in_one_piece(const ScreenModel& model, const Form& form) {
    return !is_flat(model) || whole_columns(model, form.is_compact) <= form.columns;
}

// "This board needs a terminal of 80x24."
std::string size_needed(const ScreenModel& model) {
    const int board_columns =
        is_flat(model) ? whole_columns(model, true) : protocol::text_columns_max;
    const BoardPart whole = draw(model, {std::max(board_columns, columns_min), true, true});
    const int columns = board_columns + gap_columns + narrow_side_columns;
    const std::size_t rows = whole.lines.size() + notice_rows + 1;
    return "This board needs a terminal of " + std::to_string(columns) + "x" +
           std::to_string(rows) + ".";
}

}  // namespace

BoardPart board_part(const ScreenModel& model, int columns, int rows) {
    const Form forms[] = {{columns - side_columns - gap_columns, false, true},
                          {columns - narrow_side_columns - gap_columns, true, true},
                          {columns, true, false}};
    const int seats = model.match->opening().seats();
    for (const Form& form : forms) {
        if (form.columns < columns_min || !is_in_one_piece(model, form)) continue;
        BoardPart part = draw(model, form);
        const int rows_below = form.is_beside ? 0 : seats + 1;
        if (static_cast<int>(part.lines.size()) + rows_below <= rows) return part;
    }
    BoardPart part = draw(model, {std::max(columns, columns_min), true, false});
    part.lines.resize(std::min(part.lines.size(), static_cast<std::size_t>(std::max(rows - 1, 0))));
    part.rows = static_cast<int>(part.lines.size());
    for (std::string& line : part.lines) line = cut(line, columns);
    if (rows > 0) part.lines.push_back(cut(size_needed(model), columns));
    return part;
}

}  // namespace tanbo::cli
