#pragma once

#include <string>
#include <vector>

#include "engine/lattice.hpp"
#include "protocol/boards/board_view.hpp"

// How boards of any dimension lie on paper. Private to this folder.
namespace tanbo::protocol {

// A rectangle of points: the whole of a 2D board, a layer of a 3D one, or a part of either if
// there are too many columns for one. A line is one row.
struct Panel {
    std::string label;  // empty if there is but one panel
    int slice = 0;      // which pair of first two coordinates, in board order of the others
    int first_column = 0;
    int columns = 0;
    int rows = 0;
};

// A board taken apart into panels of at most so many columns.
class BoardLayout {
public:
    // The place of a point: in panels()[panel], at a column and row of it.
    struct Place {
        std::size_t panel;
        int column;
        int row;
    };

    BoardLayout(const engine::Lattice& lattice, int columns_max);

    const std::vector<Panel>& panels() const { return panels_; }
    int rows() const { return rows_; }

    // Columns and rows of a panel are counted from 0, row 0 at the bottom.
    engine::Point point(const Panel& panel, int column, int row) const;
    Place place(engine::Point point) const;

    // The labels beside the board for a column and a row of it; of a line the rows have no names.
    std::string column_name(int column) const;
    std::string row_name(int row) const;
    // Of 2D boards with both sides from 7 on, as go boards have them.
    bool is_star(const Panel& panel, int column, int row) const;

private:
    int columns_;
    int rows_;
    int dimensions_;
    int parts_;         // panels a slice
    int part_columns_;  // of all panels but the last of a slice
    std::vector<Panel> panels_;
};

// "White to move after 17 stones.", "Black has won after 68 stones.", "Waiting for players.", "The
// game is over after 3 stones."
std::string situation(const BoardView& board);

// The roots removed and their stones, in a sentence; empty if there are none.
std::string removal(const engine::Lattice& lattice, std::span<const engine::RemovedStones> removed);

// The name of a seat as a sentence begins with it: "Black".
std::string capital_name(engine::Seat seat);

}  // namespace tanbo::protocol
