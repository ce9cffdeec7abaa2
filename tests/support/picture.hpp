#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/position.hpp"

namespace tanbo::tests {

// A board of two dimensions as text, top row first: B black, W white, R red, G green, '.' empty.
using Picture = std::vector<std::string>;

// The labels of the points, one entry per point in board order.
using Board = std::vector<std::optional<engine::Seat>>;

engine::Lattice lattice_of(const Picture& picture);
Board board_of(const Picture& picture);
Picture picture_of(const engine::Position& position);

// Requires: a sound opening.
std::shared_ptr<const engine::Opening> opening_of(const Picture& picture, int seats = 2,
                                                  engine::Seat to_move = engine::Seat::black);

}  // namespace tanbo::tests
