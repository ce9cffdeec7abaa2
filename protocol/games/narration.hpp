#pragma once

#include <string>

#include "engine/match.hpp"

namespace tanbo::protocol {

// The event as one line for people: "black K10 removes white's root A13 (5 stones)."
// `match` is the game after it, or any time later.
std::string narrate(const engine::EventData& event, const engine::Match& match);

// Who sits where: "black anna, white waits for ben, red is open, green has left".
std::string narrate_seats(const engine::Match& match);

}  // namespace tanbo::protocol
