#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/position.hpp"

// The findings of a search.
namespace tanbo::search {

using engine::Point;
using engine::Seat;

inline constexpr std::size_t line_plies_max = 32;

// won, lost: for the seat to move, whatever the others do.
enum class Proof : std::uint8_t { open, won, lost };

// One legal move of the seat to move.
struct MoveReport {
    Point point;
    std::uint32_t visits;
    float chance;  // that the seat to move wins, 0 to 1: 1 or 0 if it is proven
    float prior;   // how likely the policy took it to be before the search; over all moves 1
    Proof proof;
    std::int16_t space_change;             // of the root that it extends, by the move itself
    std::span<const Point> seeds_bounded;  // of the roots that the move removes, in board order
};

// A standing root, and its chance to stand some twenty plies on.
struct RootRisk {
    Point seed;
    Seat seat;
    float survival;
};

// All spans point into the searcher and hold until its next call.
struct Report {
    std::span<const MoveReport> moves;               // all legal ones, the best first
    std::array<float, engine::seats_max> chances{};  // by seat; the sum is 1
    std::span<const Point> line;  // what both sides are expected to play, at most line_plies_max
    std::span<const RootRisk> risks;  // of all standing roots, in board order of their seeds
    std::uint64_t simulations = 0;    // since the position was set
    std::size_t nodes = 0;            // in the tree
    bool complete = false;  // nothing left to find out: proven, but one legal move, over, or 8
                            // million simulations
};

}  // namespace tanbo::search
