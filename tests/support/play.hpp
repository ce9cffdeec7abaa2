#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/notation.hpp"
#include "engine/opening.hpp"
#include "engine/position.hpp"
#include "tests/support/naive_position.hpp"
#include "tests/support/random.hpp"

namespace tanbo::tests {

// Legal points in board order: a game does not depend on the order of a list inside.
std::vector<Point> sorted_legal_points(const engine::Position& position, Seat seat);

// Why the two do not hold the same stones, roots, root spaces, legal points, turn, places and
// winner; "" if they do.
std::string difference(const engine::Position& position, const NaivePosition& naive);

// The same for what a turn did.
std::string difference(const engine::Outcome& outcome, const NaivePosition::Turn& turn);

// A board of 1 to 4 dimensions with seeds of 2 to 8 seats thrown on it; always a sound opening.
std::shared_ptr<const Opening> random_opening(Random& random);

// Requires: a name of a point of the board.
Point point_at(const engine::Lattice& lattice, std::string_view name);

// The same of several names, in their order.
std::vector<Point> points_at(const engine::Lattice& lattice,
                             const std::vector<std::string_view>& names);

}  // namespace tanbo::tests
