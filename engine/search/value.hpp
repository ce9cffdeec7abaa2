#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/search/board.hpp"
#include "engine/search/weights.hpp"

// Who is likely to win, by what stands.
namespace tanbo::search {

// One number for each seat; of seats beyond the opening's it is 0.
using Values = std::array<float, engine::seats_max>;

// The features of a position. Keeps its room between calls.
class Evaluation {
public:
    explicit Evaluation(const Geometry& geometry);

    // The features of each seat, about as large on any board. Requires: the board is of the same
    // geometry, and not over.
    using Features = std::array<std::array<float, value_size>, engine::seats_max>;
    const Features& features(const Board& board);

    // Each seat's chance to win; the sum is 1. A board that is over is won.
    void evaluate(const Board& board, const Weights& weights, Values& out);

private:
    void spread(const Board& board);
    void visit(Point point, std::uint16_t mark);
    void count_roots(const Board& board);

    const Geometry* geometry_;
    std::vector<float> log_;  // [n]: log2(1 + n)
    float scale_;
    Features features_{};
    std::vector<std::uint16_t> marks_;  // by point: who is nearest, and how near; 0: nobody yet
    std::vector<Point> queue_;
    std::size_t queued_ = 0;
    std::vector<std::uint16_t> territory_;  // by label
    std::size_t ties_ = 0;
};

// The share of the points that is empty.
inline float emptiness(const Board& board) {
    return static_cast<float>(board.empty_points()) / static_cast<float>(board.geometry().points());
}

}  // namespace tanbo::search
