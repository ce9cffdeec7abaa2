#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/lattice.hpp"

namespace tanbo::engine {

// Names of points, by the shape of the board:
//   1 dimension                          a number from 1                     "13"
//   2 dimensions, at most 25 columns     go letters without I, then the row  "T19"
//   3 dimensions, all extents at most 9  three digits X Y Z                  "333"
//   everything else                      numbers from 1 joined by "-"        "2-1-4-3"
// Source: rule sheet, "Words".

// Upper case. Requires: point < lattice.points().
std::string point_name(const Lattice& lattice, Point point);

// Either case is read. Nothing if the name is malformed or off the board; no leading zeros,
// signs or spaces.
std::optional<Point> parse_point(const Lattice& lattice, std::string_view name);

}  // namespace tanbo::engine
