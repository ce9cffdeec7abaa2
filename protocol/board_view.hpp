#pragma once

#include <optional>
#include <span>

#include "engine/match.hpp"

namespace tanbo::protocol {

// The content of a picture of a board: the position, the stone placed last and the roots that the
// last turn lifted. Refers to what it was made from.
struct BoardView {
    const engine::Position& position;
    std::optional<engine::Point> last_point;
    std::span<const engine::RemovedStones> removed;

    explicit BoardView(const engine::Position& shown) : position(shown) {}
    explicit BoardView(const engine::Snapshot& snapshot)
        : position(snapshot.position), last_point(snapshot.last_point), removed(snapshot.removed) {}
};

}  // namespace tanbo::protocol
