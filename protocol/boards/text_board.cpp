#include "protocol/boards/text_board.hpp"

#include <algorithm>
#include <vector>

#include "protocol/boards/board_layout.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::Point;
using engine::Seat;

constexpr std::string_view marks = "#OX@%&+=";
constexpr std::string_view gap = "   ";
// By seat: bright blue, yellow, red, green, magenta, cyan, white, grey.
constexpr std::string_view colours[] = {"1;34", "1;33", "1;31", "1;32",
                                        "1;35", "1;36", "1;37", "1;90"};

std::string right_aligned(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

// Draws panels as lines of equal visible width.
class TextDrawing {
public:
    TextDrawing(const BoardView& board, const TextBoardOptions& options)
        : board_(board),
          options_(options),
          rows_width_(width_of_rows(board.position.lattice())),
          labels_width_(options.is_compact ? rows_width_ : 2 * rows_width_),
          layout_(board.position.lattice(),
                  (options.columns_max - 1 - static_cast<int>(labels_width_)) / 2),
          is_removed_(static_cast<std::size_t>(board.position.lattice().points())) {
        for (const Panel& panel : layout_.panels()) {
            width_ = std::max({width_, grid_width(panel), rows_width_ + 1 + panel.label.size()});
        }
        if (!options.marks_removed) return;
        for (const engine::RemovedStones& root : board.removed) {
            for (const Point point : root.points) is_removed_[point] = true;
        }
    }

    std::string text() const {
        const auto& panels = layout_.panels();
        const std::size_t side_by_side = panels_side_by_side();
        std::string text;
        for (std::size_t first = 0; first < panels.size(); first += side_by_side) {
            if (first > 0) text += '\n';
            append_panels(text, first, std::min(panels.size(), first + side_by_side));
        }
        return text;
    }

private:
    static std::size_t width_of_rows(const engine::Lattice& lattice) {
        if (lattice.dimensions() == 1) return 0;
        return std::to_string(lattice.extents()[1]).size();
    }

    std::size_t grid_width(const Panel& panel) const {
        return labels_width_ + 2 * static_cast<std::size_t>(panel.columns) + 1;
    }

    // As many as fit, spread evenly over the lines that they need.
    std::size_t panels_side_by_side() const {
        const std::size_t count = layout_.panels().size();
        const std::size_t each = width_ + gap.size();
        const std::size_t room = static_cast<std::size_t>(options_.columns_max) + gap.size();
        const std::size_t fit = std::max<std::size_t>(1, room / each);
        const std::size_t lines = (count + fit - 1) / fit;
        return (count + lines - 1) / lines;
    }

    void append_panels(std::string& text, std::size_t first, std::size_t last) const {
        std::vector<std::string> lines;
        for (std::size_t i = first; i < last; ++i) {
            const std::vector<std::string> drawn = draw(layout_.panels()[i]);
            lines.resize(drawn.size());
            for (std::size_t k = 0; k < drawn.size(); ++k) {
                if (i > first) lines[k] += gap;
                lines[k] += drawn[k];
            }
        }
        for (std::string& line : lines) {
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + '\n';
        }
    }

    std::vector<std::string> draw(const Panel& panel) const {
        std::vector<std::string> lines;
        if (!panel.label.empty()) {
            std::string heading = std::string(rows_width_ + 1, ' ') + panel.label;
            heading.resize(width_, ' ');
            lines.push_back(std::move(heading));
        }
        const std::vector<std::string> columns = column_lines(panel);
        lines.insert(lines.end(), columns.begin(), columns.end());
        for (int row = panel.rows - 1; row >= 0; --row) lines.push_back(row_line(panel, row));
        if (!options_.is_compact) lines.insert(lines.end(), columns.begin(), columns.end());
        return lines;
    }

    // The names of the columns, downwards if they have several digits.
    std::vector<std::string> column_lines(const Panel& panel) const {
        const std::size_t height =
            layout_.column_name(panel.first_column + panel.columns - 1).size();
        std::vector<std::string> lines(height, std::string(width_, ' '));
        for (int column = 0; column < panel.columns; ++column) {
            const std::string name =
                right_aligned(layout_.column_name(panel.first_column + column), height);
            for (std::size_t i = 0; i < height; ++i) {
                lines[i][rows_width_ + 1 + 2 * static_cast<std::size_t>(column)] = name[i];
            }
        }
        return lines;
    }

    std::string row_line(const Panel& panel, int row) const {
        const std::string name = layout_.row_name(row);
        std::string line = right_aligned(name, rows_width_);
        bool was_last = false;
        for (int column = 0; column < panel.columns; ++column) {
            const Point point = layout_.point(panel, column, row);
            const bool is_last = board_.last_point == point;
            line += is_last ? '>' : was_last ? '<' : ' ';
            line += mark(panel, column, row, point);
            was_last = is_last;
        }
        line += was_last ? '<' : ' ';
        const std::string right = options_.is_compact ? "" : name;
        return line + right +
               std::string(labels_width_ - rows_width_ - right.size() + width_ - grid_width(panel),
                           ' ');
    }

    std::string mark(const Panel& panel, int column, int row, Point point) const {
        if (const auto seat = board_.position.stone(point)) {
            return in_colour(stone_colour(*seat), stone_mark(*seat));
        }
        if (is_removed_[point]) return in_colour("2", '*');
        return std::string(1, layout_.is_star(panel, column, row) ? ',' : '.');
    }

    std::string in_colour(std::string_view colour, char mark) const {
        if (!options_.has_colour) return std::string(1, mark);
        const std::string begin(options_.colour_begin);
        return begin + std::string(colour) + "m" + mark + begin + "0m";
    }

    const BoardView& board_;
    const TextBoardOptions& options_;
    std::size_t rows_width_;
    std::size_t labels_width_;  // of the names of rows, on both sides or one
    BoardLayout layout_;
    std::size_t width_ = 0;  // of every panel, with its heading
    std::vector<bool> is_removed_;
};

// Appends a list, broken after commas if a line gets too long.
void append_wrapped(std::string& text, std::string_view list) {
    std::size_t column = 0;
    while (!list.empty()) {
        const std::size_t comma = list.find(", ");
        const std::string_view item = list.substr(0, comma == list.npos ? comma : comma + 1);
        if (column > 0) {
            const bool fits = column + 1 + item.size() <= text_columns_max;
            text += fits ? ' ' : '\n';
            column = fits ? column + 1 : 0;
        }
        text += item;
        column += item.size();
        list.remove_prefix(std::min(item.size() + 1, list.size()));
    }
    text += '\n';
}

// "# black 8 roots, O white 7 roots"
std::string legend(const engine::Position& position) {
    std::string legend;
    for (int i = 0; i < position.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        if (i > 0) legend += ", ";
        legend += stone_mark(seat);
        legend += ' ';
        legend += engine::seat_name(seat);
        legend += ' ' + counted(position.roots(seat), "root");
    }
    return legend;
}

}  // namespace

char stone_mark(Seat seat) {
    return marks[static_cast<std::size_t>(engine::index_of(seat))];
}

std::string_view stone_colour(Seat seat) {
    return colours[static_cast<std::size_t>(engine::index_of(seat))];
}

std::string text_board(const BoardView& board, const TextBoardOptions& options) {
    std::string text = TextDrawing(board, options).text();
    if (!options.has_caption) return text;
    text += '\n';
    append_wrapped(text, legend(board.position));
    append_wrapped(text, situation(board));
    const std::string lifted = removal(board.position.lattice(), board.removed);
    if (!lifted.empty()) append_wrapped(text, lifted);
    return text;
}

}  // namespace tanbo::protocol
