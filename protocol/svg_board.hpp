#pragma once

#include <cstdint>
#include <string>

#include "protocol/board_view.hpp"

namespace tanbo::protocol {

// Black and white ones: with a light on them, or plain, which makes small bitmaps.
enum class Stones : std::uint8_t { shaded, flat };

// The board as a self-contained SVG image without scripts: coordinates on all four sides, star
// points, a ring around the last stone, and pale crossed-out stones where roots have just been
// lifted. Stones are told apart by mark as well as by colour. 3D boards are drawn as their layers,
// boards of more dimensions as their 2D slices, very wide ones in parts. What the picture shows is
// told in words in <title> and <desc>, for those who don't see it.
std::string svg_board(const BoardView& board, Stones stones = Stones::shaded);

}  // namespace tanbo::protocol
