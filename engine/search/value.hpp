#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/search/board.hpp"
#include "engine/search/reach.hpp"
#include "engine/search/weights.hpp"

// Who is likely to win, by what stands.
namespace tanbo::search {

// One number for each seat; of seats beyond the opening's it is 0.
using Values = std::array<float, engine::seats_max>;

// The features of a position. Keeps its room between calls.
class Evaluation {
public:
    // The features of reach and of root sizes cost time; they are 0 unless `looks_at_reach`.
    explicit Evaluation(const Geometry& geometry, bool looks_at_reach = true);

    // The features of each seat, about as large on any board. Requires: the board is of the same
    // geometry, and not over.
    using Features = std::array<std::array<float, value_size>, engine::seats_max>;
    const Features& features(const Board& board);

    // Each seat's chance to win; the sum is 1. A board that is over is won.
    void evaluate(const Board& board, const Weights& weights, Values& out);

private:
    void spread(const Board& board);
    void count_reach(const Board& board);
    void measure_roots(const Board& board);
    void visit(Point point, std::uint32_t mark);
    void count_roots(const Board& board);

    const Geometry* geometry_;
    std::vector<float> log_;  // [n]: log2(1 + n)
    float scale_;
    Features features_{};
    std::vector<std::uint32_t> marks_;  // by point: the nearest seat, and how near; 0: none yet
    std::vector<Point> queue_;
    std::size_t queued_ = 0;
    std::vector<std::uint16_t> territory_;  // by label
    std::size_t ties_ = 0;
    std::optional<Reach> reach_;  // nothing: not looked at
};

// Whether features of reach or of the sizes of roots have a weight.
inline bool weighs_reach(const Weights& weights) {
    const auto has_weight = [](float weight) { return weight != 0; };
    for (std::size_t index = first_of_reach; index < value_size; ++index) {
        if (weights.value[index] != 0 || weights.value_empty[index] != 0) return true;
        for (const std::size_t input : {index, value_size + index}) {
            const ValueUnits::Row& row = weights.units.inputs[input];
            if (weights.units.are_used && std::any_of(row.begin(), row.end(), has_weight))
                return true;
        }
    }
    return false;
}

// The share of the points that is empty.
inline float emptiness(const Board& board) {
    return static_cast<float>(board.empty_points()) / static_cast<float>(board.geometry().points());
}

}  // namespace tanbo::search
