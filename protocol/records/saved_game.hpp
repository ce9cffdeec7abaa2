#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// A game as a file without its log holds it: the board and what happened on it.
struct SavedGame {
    GameId game{};      // its number; 0: not known
    std::string setup;  // empty for a custom board
    std::shared_ptr<const engine::Opening> opening;
    std::vector<engine::PastTurn> turns;  // that stand, with seq 0
    bool is_over = false;
    std::optional<engine::Seat> winner = {};
};

}  // namespace tanbo::protocol
