#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/boards/board_layout.hpp"

// The sheet of an SGF file that a board is drawn on. Private to this folder.
namespace tanbo::protocol {

// The label of a seat's stones, in turn order; black and white speak for themselves.
inline constexpr std::string_view sgf_seat_labels = "  RG5678";

// The panels of a board on one sheet, with an empty line between neighbours.
class SgfSheet {
public:
    explicit SgfSheet(const engine::Lattice& lattice);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    bool has_gaps() const { return layout_.panels().size() > 1; }
    bool fits() const;

    // As SGF writes it, from the upper left corner.
    std::string name(engine::Point point) const;

    // Points between the panels, or left over.
    std::vector<std::string> gaps(const engine::Lattice& lattice) const;

private:
    BoardLayout layout_;
    int panel_columns_;
    int side_by_side_ = 1;
    int columns_ = 0;
    int rows_ = 0;
};

}  // namespace tanbo::protocol
