#include "engine/lattice.hpp"

#include <cassert>

namespace tanbo::engine {

std::optional<Lattice> Lattice::create(std::span<const int> extents) {
    if (extents.empty() || extents.size() > static_cast<std::size_t>(dimensions_max)) {
        return std::nullopt;
    }
    int points = 1;
    for (const int extent : extents) {
        if (extent < 1 || extent > points_max / points) return std::nullopt;
        points *= extent;
    }
    return Lattice(extents, points);
}

Lattice::Lattice(std::span<const int> extents, int points)
    : extents_(extents.begin(), extents.end()), points_(points) {
    std::vector<int> strides;
    int stride = 1;
    for (const int extent : extents_) {
        strides.push_back(stride);
        stride *= extent;
    }
    first_neighbour_.push_back(0);
    for (int point = 0; point < points_; ++point) {
        // Strides never fall along the axes, so downhill from the last axis and then uphill from
        // the first one is ascending order.
        for (std::size_t axis = extents_.size(); axis-- > 0;) {
            if (point / strides[axis] % extents_[axis] > 0) {
                neighbours_.push_back(static_cast<Point>(point - strides[axis]));
            }
        }
        for (std::size_t axis = 0; axis < extents_.size(); ++axis) {
            if (point / strides[axis] % extents_[axis] < extents_[axis] - 1) {
                neighbours_.push_back(static_cast<Point>(point + strides[axis]));
            }
        }
        first_neighbour_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
    }
}

void Lattice::coordinates(Point point, std::span<int> out) const {
    assert(point < points_ && out.size() == extents_.size());
    int rest = point;
    for (std::size_t axis = 0; axis < extents_.size(); ++axis) {
        out[axis] = rest % extents_[axis];
        rest /= extents_[axis];
    }
}

std::optional<Point> Lattice::at(std::span<const int> coordinates) const {
    if (coordinates.size() != extents_.size()) return std::nullopt;
    int point = 0;
    for (std::size_t axis = extents_.size(); axis-- > 0;) {
        if (coordinates[axis] < 0 || coordinates[axis] >= extents_[axis]) return std::nullopt;
        point = point * extents_[axis] + coordinates[axis];
    }
    return static_cast<Point>(point);
}

}  // namespace tanbo::engine
