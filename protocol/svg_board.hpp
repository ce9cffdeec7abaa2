#pragma once

#include <string>

#include "protocol/board_view.hpp"

namespace tanbo::protocol {

// How a board is drawn for some use.
struct SvgStyle {
    bool has_shading = true;  // of black and white stones; without it, bitmaps of it are small
    int width_aim = 1000;     // user units that the panels of one row should not take more than
};

// The board as a self-contained SVG image without scripts: coordinates on all four sides, star
// points, a ring around the last stone, and pale crossed-out stones where roots have just been
// lifted. Stones are told apart by mark as well as by colour. 3D boards are drawn as their layers,
// boards of more dimensions as their 2D slices, very wide ones in parts. What the picture shows is
// told in words in <title> and <desc>, for those who don't see it.
std::string svg_board(const BoardView& board, SvgStyle style = {});

}  // namespace tanbo::protocol
