#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/search/board.hpp"

// How far the seats could grow.
namespace tanbo::search {

// Grows sets of points, a bit each: a step of a whole set takes a few operations a word.
class Reach {
public:
    explicit Reach(const Geometry& geometry);

    // Lets each seat grow alone, where no second stone of it stands in the way.
    void measure(const Board& board);

    // As measured last: the points that the seat could grow to, and those that no other seat could.
    std::size_t points(std::size_t seat) const { return counts_[seat].points; }
    std::size_t own(std::size_t seat) const { return counts_[seat].own; }

private:
    using Word = std::uint64_t;

    // Points that have a neighbour `distance` numbers on, which has them at the same distance back.
    struct Direction {
        std::size_t distance;
        std::vector<Word> points;
    };
    struct Counts {
        std::size_t points;
        std::size_t own;
    };

    Word* reached(std::size_t seat) { return reached_.data() + seat * words_; }
    void find_free(const Board& board, std::size_t seat);
    void grow(Word* set);
    bool step(Word* set, const Direction& direction);
    void count();

    const Geometry* geometry_;
    std::size_t words_;  // of a set
    std::vector<Direction> directions_;
    std::vector<Word> free_;     // empty points that no stone of the seat touches
    std::vector<Word> reached_;  // [seat * words + word]
    std::array<Counts, engine::seats_max> counts_{};
};

}  // namespace tanbo::search
