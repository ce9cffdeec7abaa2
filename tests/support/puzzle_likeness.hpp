#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "engine/position.hpp"

// Whether two puzzles ask for the same thing.
namespace tanbo::tests {

// The look of a puzzle in each symmetry of its board and with its colours exchanged, whichever
// seat is to move. Two puzzles are alike if an image of one differs from the other in few points,
// as positions of one game do, or if both have the same stones around their solutions.
class PuzzleLook {
public:
    // Points in which images of one situation may differ: a tenth of the board, at least three.
    static int differences_max(int points) { return std::max(3, points / 10); }

    PuzzleLook(const engine::Position& position, engine::Point solution)
        : lattice_(&position.lattice()), extents_(extents_of(*lattice_)) {
        for (int i = 0; i < lattice_->points(); ++i) {
            const auto stone = position.stone(static_cast<engine::Point>(i));
            cells_.push_back(!stone ? empty : *stone == engine::Seat::black ? black : white);
        }
        for (const Symmetry& symmetry : symmetries()) {
            images_.push_back(image(symmetry));
            surroundings_.push_back(surroundings(symmetry, solution));
        }
    }

    bool is_like(const PuzzleLook& that) const {
        return has_few_differences(that) || has_surroundings_of(that);
    }

private:
    using Cell = std::uint8_t;
    using Coordinates = std::vector<int>;
    static constexpr Cell empty = 0;
    static constexpr Cell black = 1;
    static constexpr Cell white = 2;
    static constexpr Cell outside = 3;
    static constexpr int reach = 2;  // of the stones around a solution, along each axis

    struct Symmetry {
        std::vector<std::size_t> axes;
        std::uint32_t reflected = 0;  // one bit an axis
    };

    static std::vector<int> extents_of(const engine::Lattice& lattice) {
        return {lattice.extents().begin(), lattice.extents().end()};
    }

    // Those that change no extent.
    std::vector<Symmetry> symmetries() const {
        std::vector<Symmetry> all;
        std::vector<std::size_t> axes(extents_.size());
        std::iota(axes.begin(), axes.end(), std::size_t{0});
        do {
            bool fits = true;
            for (std::size_t i = 0; i < axes.size(); ++i) {
                fits = fits && extents_[axes[i]] == extents_[i];
            }
            for (std::uint32_t reflected = 0; fits && reflected < 1U << axes.size(); ++reflected) {
                all.push_back({axes, reflected});
            }
        } while (std::next_permutation(axes.begin(), axes.end()));
        return all;
    }

    Cell cell(const Coordinates& at) const {
        const auto point = lattice_->at(at);
        return point ? cells_[*point] : outside;
    }

    std::vector<Cell> image(const Symmetry& symmetry) const {
        std::vector<Cell> cells;
        Coordinates to(extents_.size());
        Coordinates from(extents_.size());
        for (int i = 0; i < lattice_->points(); ++i) {
            lattice_->coordinates(static_cast<engine::Point>(i), to);
            for (std::size_t axis = 0; axis < to.size(); ++axis) {
                const bool is_reflected = (symmetry.reflected >> axis & 1U) != 0;
                from[symmetry.axes[axis]] = is_reflected ? extents_[axis] - 1 - to[axis] : to[axis];
            }
            cells.push_back(cell(from));
        }
        return cells;
    }

    // Of a box around the solution. A line has too few points for it to mean anything.
    std::vector<Cell> surroundings(const Symmetry& symmetry, engine::Point solution) const {
        if (extents_.size() < 2) return {};
        Coordinates centre(extents_.size());
        lattice_->coordinates(solution, centre);
        std::vector<Cell> cells;
        Coordinates offset(extents_.size(), -reach);
        for (bool is_done = false; !is_done;) {
            Coordinates from = centre;
            for (std::size_t axis = 0; axis < offset.size(); ++axis) {
                const bool is_reflected = (symmetry.reflected >> axis & 1U) != 0;
                from[symmetry.axes[axis]] += is_reflected ? -offset[axis] : offset[axis];
            }
            cells.push_back(cell(from));
            is_done = true;
            for (std::size_t axis = 0; axis < offset.size() && is_done; ++axis) {
                is_done = ++offset[axis] > reach;
                if (is_done) offset[axis] = -reach;
            }
        }
        return cells;
    }

    static Cell exchanged(Cell cell) {
        return cell == black ? white : cell == white ? black : cell;
    }

    // Whether they differ in at most so many points, as they are or with colours exchanged.
    static bool are_near(const std::vector<Cell>& a, const std::vector<Cell>& b, int most) {
        int differences = 0;
        int exchanged_differences = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            differences += a[i] != b[i] ? 1 : 0;
            exchanged_differences += a[i] != exchanged(b[i]) ? 1 : 0;
        }
        return std::min(differences, exchanged_differences) <= most;
    }

    bool has_few_differences(const PuzzleLook& that) const {
        if (extents_ != that.extents_) return false;
        const int most = differences_max(static_cast<int>(cells_.size()));
        return std::ranges::any_of(images_, [&](const std::vector<Cell>& cells) {
            return are_near(cells, that.cells_, most);
        });
    }

    bool has_surroundings_of(const PuzzleLook& that) const {
        const std::vector<Cell>& wanted = that.surroundings_.front();
        return !wanted.empty() &&
               std::ranges::any_of(surroundings_, [&](const std::vector<Cell>& cells) {
                   return cells.size() == wanted.size() && are_near(cells, wanted, 0);
               });
    }

    const engine::Lattice* lattice_;
    std::vector<int> extents_;
    std::vector<Cell> cells_;                      // in board order
    std::vector<std::vector<Cell>> images_;        // by symmetry, the identity first
    std::vector<std::vector<Cell>> surroundings_;  // by symmetry
};

}  // namespace tanbo::tests
