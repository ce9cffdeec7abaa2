#pragma once

#include <memory>
#include <vector>

#include "engine/search/arithmetic.hpp"
#include "engine/search/board.hpp"
#include "engine/search/budget.hpp"

namespace tanbo::bench {

// The textbook's search, which knows nothing of the game but its rules: UCB1, and each new position
// is worth what one random game from it comes to. What a better search is measured by.
class PlainUct {
public:
    PlainUct(std::shared_ptr<const engine::Opening> opening, std::uint64_t seed);

    // The move that was tried most. A time is one of this thread's processor.
    engine::Point move(const engine::Position& position, const search::Budget& budget);

private:
    struct Node {
        float wins = 0;  // of the seat that moved there
        std::uint32_t visits = 0;
        std::uint32_t first_child = 0;
        std::uint16_t child_count = 0;
        engine::Point point = engine::no_point;
        std::uint8_t mover = 0;
    };

    void simulate();
    void expand(std::uint32_t index);
    std::uint32_t select(const Node& node);

    search::Geometry geometry_;
    search::Board root_;
    search::Board board_;
    search::Random random_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> path_;
};

}  // namespace tanbo::bench
