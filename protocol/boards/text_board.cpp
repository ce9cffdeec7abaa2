#include "protocol/boards/text_board.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "protocol/boards/board_layout.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::Point;
using engine::Seat;

constexpr std::string_view ascii_marks = "#OX@%&+=";
constexpr std::array<std::string_view, engine::seats_max> unicode_marks = {"●", "○", "◆", "▲",
                                                                           "■", "✚", "◇", "△"};
constexpr std::string_view gap = "   ";

// Lines through a stone, by its neighbours of the same root: 1 above, 2 right, 4 below, 8 left.
using LineSet = std::array<std::string_view, 16>;
constexpr std::array<LineSet, 4> line_sets = {{
    {"", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"},
    {"", "║", "═", "╚", "║", "║", "╔", "╠", "═", "╝", "═", "╩", "╗", "╣", "╦", "╬"},
    {"", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"},
    {"", "╎", "╌", "╰", "╎", "╎", "╭", "├", "╌", "╯", "╌", "┴", "╮", "┤", "┬", "┼"},
}};
constexpr unsigned line_above = 1;
constexpr unsigned line_right = 2;
constexpr unsigned line_below = 4;
constexpr unsigned line_left = 8;

// Signs of points beside stones.
struct Signs {
    std::string_view empty;
    std::string_view star;
    std::string_view legal;
    std::string_view removed;
};
constexpr Signs ascii_signs = {".", ",", ":", "*"};
constexpr Signs unicode_signs = {"·", "∙", "+", "×"};

std::string right_aligned(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

// A line of cells, one column each: cells of one colour that follow one another share its SGR.
class CellLine {
public:
    CellLine(bool has_colour, std::string_view begin) : has_colour_(has_colour), begin_(begin) {}

    void add(std::string_view sign, std::string_view colour) {
        if (has_colour_ && colour != colour_) {
            end_colour();
            colour_ = colour;
            if (!colour.empty()) text_.append(begin_).append(colour).append("m");
        }
        text_ += sign;
    }

    std::string take() {
        end_colour();
        return std::move(text_);
    }

private:
    void end_colour() {
        if (!colour_.empty()) text_.append(begin_).append("0m");
        colour_ = {};
    }

    bool has_colour_;
    std::string_view begin_;
    std::string_view colour_;
    std::string text_;
};

// Draws panels as lines of equal visible width.
class TextDrawing {
public:
    TextDrawing(const BoardView& board, const TextBoardOptions& options)
        : board_(board),
          options_(options),
          colours_(options.colours != nullptr ? *options.colours : no_colours()),
          rows_width_(width_of_rows(board.position.lattice())),
          labels_width_(options.is_compact ? rows_width_ : 2 * rows_width_),
          layout_(board.position.lattice(),
                  (options.columns_max - 1 - static_cast<int>(labels_width_)) / 2),
          flags_(static_cast<std::size_t>(board.position.lattice().points())) {
        for (const Panel& panel : layout_.panels()) {
            width_ = std::max({width_, grid_width(panel), rows_width_ + 1 + panel.label.size()});
        }
        set_flags();
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

    std::vector<TextPlace> places() const {
        const auto& panels = layout_.panels();
        const std::size_t side_by_side = panels_side_by_side();
        std::vector<TextPlace> places(flags_.size());
        int line = 0;
        for (std::size_t first = 0; first < panels.size(); first += side_by_side) {
            if (first > 0) ++line;
            int height = 0;
            const std::size_t last = std::min(panels.size(), first + side_by_side);
            for (std::size_t i = first; i < last; ++i) {
                const auto left = static_cast<int>((i - first) * (width_ + gap.size()));
                height = std::max(height, set_places(places, panels[i], {line, left}));
            }
            line += height;
        }
        return places;
    }

private:
    struct Flags {
        bool is_removed = false;
        bool is_last = false;
        bool is_legal = false;
        char few = '\0';  // the figure before a seed
    };

    static const TextColours& no_colours() {
        static const TextColours none{};
        return none;
    }

    static std::size_t width_of_rows(const engine::Lattice& lattice) {
        if (lattice.dimensions() == 1) return 0;
        return std::to_string(lattice.extents()[1]).size();
    }

    void set_flags() {
        for (const engine::RemovedStones& root : board_.removed) {
            for (const Point point : root.points) {
                flags_[point].is_removed = options_.marks_removed;
            }
        }
        if (options_.marks == nullptr) {
            if (board_.last_point) flags_[*board_.last_point].is_last = true;
            return;
        }
        for (const Point point : options_.marks->last) flags_[point].is_last = true;
        for (const Point point : options_.marks->legal) flags_[point].is_legal = true;
        const auto seeds = board_.position.opening().seeds();
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            const auto root = static_cast<engine::Root>(i + 1);
            const int space = board_.position.root_space(root);
            const bool is_few = space <= options_.marks->root_space_max;
            if (!board_.position.is_standing(root) || !is_few) continue;
            flags_[seeds[i]].few = static_cast<char>('0' + space);
        }
    }

    // The places of a panel's points; the panel's height.
    int set_places(std::vector<TextPlace>& places, const Panel& panel, TextPlace corner) const {
        const std::size_t names =
            layout_.column_name(panel.first_column + panel.columns - 1).size();
        const int head = static_cast<int>(names) + (panel.label.empty() ? 0 : 1);
        for (int row = 0; row < panel.rows; ++row) {
            for (int column = 0; column < panel.columns; ++column) {
                places[layout_.point(panel, column, row)] = {
                    corner.line + head + panel.rows - 1 - row,
                    corner.column + static_cast<int>(rows_width_) + 1 + 2 * column};
            }
        }
        const int foot = options_.is_compact ? 0 : static_cast<int>(names);
        return head + panel.rows + foot;
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

    std::string in_label_colour(const std::string& text) const {
        CellLine line(options_.colours != nullptr, options_.colour_begin);
        line.add(text, colours_.label);
        return line.take();
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
        for (std::string& line : lines) line = in_label_colour(line);
        return lines;
    }

    std::string row_line(const Panel& panel, int row) const {
        CellLine line(options_.colours != nullptr, options_.colour_begin);
        const std::string name = layout_.row_name(row);
        line.add(right_aligned(name, rows_width_), colours_.label);
        for (int column = 0; column < panel.columns; ++column) {
            add_gap(line, panel, column, row);
            add_point(line, panel, column, row);
        }
        add_gap(line, panel, panel.columns, row);
        const std::string right = options_.is_compact ? "" : name;
        const std::size_t rest =
            labels_width_ - rows_width_ - right.size() + width_ - grid_width(panel);
        if (!right.empty()) line.add(right, colours_.label);
        line.add(std::string(rest, ' '), colours_.label);
        return line.take();
    }

    std::optional<Point> point_at(const Panel& panel, int column, int row) const {
        const bool is_in = column >= 0 && column < panel.columns && row >= 0 && row < panel.rows;
        return is_in ? std::optional(layout_.point(panel, column, row)) : std::nullopt;
    }

    bool is_cursor(std::optional<Point> point) const {
        return point && options_.marks != nullptr && options_.marks->cursor == point;
    }

    bool are_of_one_root(std::optional<Point> one, std::optional<Point> other) const {
        if (!one || !other) return false;
        const engine::Root root = board_.position.root(*one);
        return root != 0 && root == board_.position.root(*other);
    }

    // The column before a point, or after the last one.
    void add_gap(CellLine& line, const Panel& panel, int column, int row) const {
        const auto left = point_at(panel, column - 1, row);
        const auto right = point_at(panel, column, row);
        if (is_cursor(right)) return line.add("[", colours_.cursor);
        if (is_cursor(left)) return line.add("]", colours_.cursor);
        if (right && column > 0 && flags_[*right].few != '\0') return add_few(line, *right);
        if (left && column == 1 && flags_[*left].few != '\0') return add_few(line, *left);
        if (right && flags_[*right].is_last) return line.add(">", colours_.last);
        if (left && flags_[*left].is_last) return line.add("<", colours_.last);
        if (options_.is_unicode && are_of_one_root(left, right)) {
            const Seat seat = *board_.position.stone(*left);
            return line.add(lines_of(seat)[line_left | line_right], seat_colour(seat));
        }
        line.add(" ", colours_.empty);
    }

    void add_few(CellLine& line, Point seed) const {
        line.add(std::string_view(&flags_[seed].few, 1), colours_.few);
    }

    static const LineSet& lines_of(Seat seat) {
        return line_sets[static_cast<std::size_t>(engine::index_of(seat)) % line_sets.size()];
    }

    std::string_view seat_colour(Seat seat) const {
        return colours_.seats[static_cast<std::size_t>(engine::index_of(seat))];
    }

    void add_point(CellLine& line, const Panel& panel, int column, int row) const {
        const Point point = layout_.point(panel, column, row);
        const Signs& signs = options_.is_unicode ? unicode_signs : ascii_signs;
        if (board_.position.stone(point)) return add_stone(line, panel, column, row);
        if (flags_[point].is_legal) return line.add(signs.legal, colours_.legal);
        if (flags_[point].is_removed) return line.add(signs.removed, colours_.removed);
        line.add(layout_.is_star(panel, column, row) ? signs.star : signs.empty, colours_.empty);
    }

    void add_stone(CellLine& line, const Panel& panel, int column, int row) const {
        const Point point = layout_.point(panel, column, row);
        const Seat seat = *board_.position.stone(point);
        const auto index = static_cast<std::size_t>(engine::index_of(seat));
        if (!options_.is_unicode) return line.add(ascii_marks.substr(index, 1), seat_colour(seat));
        unsigned lines = 0;
        if (are_of_one_root(point, point_at(panel, column, row + 1))) lines |= line_above;
        if (are_of_one_root(point, point_at(panel, column + 1, row))) lines |= line_right;
        if (are_of_one_root(point, point_at(panel, column, row - 1))) lines |= line_below;
        if (are_of_one_root(point, point_at(panel, column - 1, row))) lines |= line_left;
        const bool is_end = (lines & (lines - 1U)) == 0;
        const bool is_seed = board_.position.seed(board_.position.root(point)) == point;
        const std::string_view sign =
            is_end || is_seed ? unicode_marks[index] : lines_of(seat)[lines];
        line.add(sign, seat_colour(seat));
    }

    const BoardView& board_;
    const TextBoardOptions& options_;
    const TextColours& colours_;
    std::size_t rows_width_;
    std::size_t labels_width_;  // of the names of rows, on both sides or one
    BoardLayout layout_;
    std::size_t width_ = 0;  // of every panel, with its heading
    std::vector<Flags> flags_;
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

const TextColours& basic_colours(bool is_light) {
    static const TextColours on_dark{
        .seats = {"1;34", "1;33", "1;31", "1;32", "1;35", "1;36", "1;37", "1;90"},
        .removed = "2",
        .empty = "",
        .legal = "32",
        .last = "1;31",
        .few = "1;31",
        .label = "",
        .cursor = "7"};
    static const TextColours on_light = [] {
        TextColours colours = on_dark;
        colours.seats = {"34", "33", "31", "32", "35", "36", "30", "90"};
        colours.last = colours.few = "31";
        return colours;
    }();
    return is_light ? on_light : on_dark;
}

char stone_mark(Seat seat) {
    return ascii_marks[static_cast<std::size_t>(engine::index_of(seat))];
}

std::string_view unicode_mark(Seat seat) {
    return unicode_marks[static_cast<std::size_t>(engine::index_of(seat))];
}

std::vector<TextPlace> text_places(const BoardView& board, const TextBoardOptions& options) {
    return TextDrawing(board, options).places();
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
