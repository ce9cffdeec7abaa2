#pragma once

#include <span>
#include <string>

#include "engine/lattice.hpp"

namespace tanbo::protocol {

// From point to point in a picture, and the radius of a stone in it.
constexpr int outline_unit = 100;
constexpr int outline_radius = 43;

// A stone of a root in a plane: its point, and where it lies, x to the right and y downwards.
struct PlacedStone {
    engine::Point point;
    int x;
    int y;
};

// The outline of stones that hang together in a plane: the walk around their tree, as the data of
// an SVG path. Necks between stones are the thicker the more stones are beyond them, seen from the
// first. The client draws the same (server/web/client/src/board/outline.ts);
// tests/golden/outlines.txt holds both to it.
//
// Requires: the stones are a tree, in board order, its neighbours one unit apart; `first` is the
// index of one of them.
std::string root_outline(std::span<const PlacedStone> stones, std::size_t first);

}  // namespace tanbo::protocol
