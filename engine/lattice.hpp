#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tanbo::engine {

// An intersection, as its index in board order: the first coordinate varies fastest, lowest first.
// On 19x19 A1 is 0, B1 is 1, A2 is 19.
using Point = std::uint16_t;

inline constexpr Point no_point = 0xFFFF;
inline constexpr int dimensions_max = 11;
inline constexpr int points_max = 4096;

// A box of points in 1 to 11 dimensions; two points are adjacent when they differ by one along
// exactly one axis.
class Lattice {
public:
    // Nothing if there are no dimensions or more than dimensions_max, an extent below 1, or more
    // than points_max points.
    static std::optional<Lattice> create(std::span<const int> extents);

    int dimensions() const { return static_cast<int>(extents_.size()); }
    std::span<const int> extents() const { return extents_; }
    int points() const { return points_; }

    // The adjacent points in ascending order. Requires: point < points().
    std::span<const Point> neighbours(Point point) const {
        return {neighbours_.data() + first_neighbour_[point],
                neighbours_.data() + first_neighbour_[point + std::size_t{1}]};
    }

    // One coordinate per dimension, from 0. Requires: point < points(), out.size() == dimensions().
    void coordinates(Point point, std::span<int> out) const;

    // The point at these coordinates, or nothing if one of them is off the board or their number
    // is not that of the dimensions.
    std::optional<Point> at(std::span<const int> coordinates) const;

    // Its bytes on the heap.
    std::size_t heap_bytes() const;

    bool operator==(const Lattice& other) const { return extents_ == other.extents_; }

private:
    Lattice(std::span<const int> extents, int points);

    std::vector<int> extents_;
    int points_ = 0;
    std::vector<std::uint32_t> first_neighbour_;  // points() + 1 entries
    std::vector<Point> neighbours_;
};

}  // namespace tanbo::engine
