#pragma once

#include <string>

#include "protocol/boards/board_view.hpp"

namespace tanbo::protocol {

// How a board is drawn for some use.
struct SvgStyle {
    bool has_shading = true;  // of water and stones; without it, bitmaps of it are small
    int width_aim = 1000;     // user units that the panels of one row should not take more than
};

// The board as a self-contained SVG image without scripts, as the client draws it by day: roots as
// outlines, a grain of rice on their first stones, a ring on the last stone, and dashed prints
// where roots have just been removed. Stones are told apart by mark as well as by colour. 3D boards
// are drawn as their layers, boards of more dimensions as their 2D slices, very wide ones in parts.
// <title> and <desc> describe the picture in words, for people who don't see it.
std::string svg_board(const BoardView& board, SvgStyle style = {});

}  // namespace tanbo::protocol
