#include "protocol/boards/board_layout.hpp"

#include <algorithm>

#include "engine/notation.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using engine::Lattice;
using engine::Point;

constexpr std::string_view letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
constexpr int letters_max = static_cast<int>(letters.size());

int extent(const Lattice& lattice, int axis) {
    return axis < lattice.dimensions() ? lattice.extents()[static_cast<std::size_t>(axis)] : 1;
}

bool has_digit_names(const Lattice& lattice) {
    return lattice.dimensions() == 3 &&
           std::ranges::all_of(lattice.extents(), [](int size) { return size <= 9; });
}

// How the names of a slice's points end: "XY3", "x-y-2-1".
std::string slice_label(const Lattice& lattice, int slice) {
    if (lattice.dimensions() < 3) return {};
    std::string label = has_digit_names(lattice) ? "XY" : "x-y";
    for (int axis = 2; axis < lattice.dimensions(); ++axis) {
        if (!has_digit_names(lattice)) label += '-';
        label += std::to_string(slice % extent(lattice, axis) + 1);
        slice /= extent(lattice, axis);
    }
    return label;
}

// The distance of the outer star points from the edge, counted from 0.
int star_margin(int size) {
    return size >= 12 ? 3 : 2;
}

bool is_star_line(int line, int size) {
    const int margin = star_margin(size);
    return line == margin || line == size - 1 - margin || (size % 2 == 1 && line == size / 2);
}

}  // namespace

BoardLayout::BoardLayout(const Lattice& lattice, int columns_max)
    : columns_(extent(lattice, 0)),
      rows_(extent(lattice, 1)),
      dimensions_(lattice.dimensions()),
      parts_((columns_ + columns_max - 1) / columns_max),
      part_columns_((columns_ + parts_ - 1) / parts_) {
    const int slices = lattice.points() / (columns_ * rows_);
    for (int slice = 0; slice < slices; ++slice) {
        for (int first = 0; first < columns_; first += part_columns_) {
            Panel panel{slice_label(lattice, slice), slice, first,
                        std::min(part_columns_, columns_ - first), rows_};
            if (parts_ > 1) {
                panel.label += panel.label.empty() ? "" : ", ";
                panel.label += column_name(first) + " to " + column_name(first + panel.columns - 1);
            }
            panels_.push_back(std::move(panel));
        }
    }
}

Point BoardLayout::point(const Panel& panel, int column, int row) const {
    return static_cast<Point>((panel.slice * rows_ + row) * columns_ + panel.first_column + column);
}

BoardLayout::Place BoardLayout::place(Point point) const {
    const int column = point % columns_;
    const int row = point / columns_ % rows_;
    const int slice = point / (columns_ * rows_);
    return {static_cast<std::size_t>(slice * parts_ + column / part_columns_),
            column % part_columns_, row};
}

std::string BoardLayout::column_name(int column) const {
    if (dimensions_ == 2 && columns_ <= letters_max) {
        return std::string(1, letters[static_cast<std::size_t>(column)]);
    }
    return std::to_string(column + 1);
}

std::string BoardLayout::row_name(int row) const {
    return dimensions_ == 1 ? std::string() : std::to_string(row + 1);
}

bool BoardLayout::is_star(const Panel& panel, int column, int row) const {
    constexpr int smallest = 7;
    constexpr int smallest_with_sides = 15;
    if (dimensions_ != 2 || columns_ < smallest || rows_ < smallest) return false;
    const int at = panel.first_column + column;
    if (!is_star_line(at, columns_) || !is_star_line(row, rows_)) return false;
    const bool is_middle_column = columns_ % 2 == 1 && at == columns_ / 2;
    const bool is_middle_row = rows_ % 2 == 1 && row == rows_ / 2;
    if (is_middle_column == is_middle_row) return true;
    return columns_ >= smallest_with_sides && rows_ >= smallest_with_sides;
}

std::string capital_name(engine::Seat seat) {
    std::string name(engine::seat_name(seat));
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name;
}

std::string situation(const BoardView& board) {
    const std::string when = " after " + counted(board.position.ply(), "stone") + ".";
    const auto winner = board.match ? board.match->winner() : board.position.winner();
    if (winner) return capital_name(*winner) + " has won" + when;
    const auto status = board.match ? board.match->status() : engine::Status::active;
    if (status == engine::Status::open) return "Waiting for players.";
    if (status == engine::Status::finished) return "The game is over" + when;
    const auto seat = board.position.to_move();
    return seat ? capital_name(*seat) + " to move" + when : "No player to move" + when;
}

std::string removal(const Lattice& lattice, std::span<const engine::RemovedStones> removed) {
    std::string sentence;
    for (const engine::RemovedStones& root : removed) {
        sentence += sentence.empty() ? "Removed: " : ", ";
        sentence += std::string(engine::seat_name(root.seat)) + "'s root from " +
                    engine::point_name(lattice, root.root) + " (" +
                    counted(root.points.size(), "stone") + ")";
    }
    return sentence.empty() ? sentence : sentence + ".";
}

}  // namespace tanbo::protocol
