#pragma once

#include <string>

#include "engine/match.hpp"

namespace tanbo::protocol {

// What happened, as one line for people: "black K10 removes white's root A13 (5 stones)."
// `after` is the match with the event folded in.
std::string narrate(const engine::EventData& event, const engine::Match& after);

// "black to move, ply 18" or "white has won" or "waiting for white".
std::string narrate_state(const engine::Match& match);

}  // namespace tanbo::protocol
