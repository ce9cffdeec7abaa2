#pragma once

#include <optional>
#include <span>

#include "engine/match.hpp"

namespace tanbo::protocol {

// The content of a picture of a board: the position, the stone placed last and the roots that the
// last turn removed. With a match's current board also the match, which may wait for players or be
// over while its position goes on. Refers to what it was made from.
struct BoardView {
    const engine::Position& position;
    std::optional<engine::Point> last_point;
    std::span<const engine::RemovedStones> removed;
    const engine::Match* match = nullptr;

    explicit BoardView(const engine::Position& shown) : position(shown) {}
    explicit BoardView(const engine::Snapshot& snapshot)
        : position(snapshot.position), last_point(snapshot.last_point), removed(snapshot.removed) {}
    BoardView(const engine::Match& of, const engine::Snapshot& snapshot) : BoardView(snapshot) {
        if (snapshot.turns == of.turns().size()) match = &of;
    }
};

}  // namespace tanbo::protocol
