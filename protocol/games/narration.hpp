#pragma once

#include <string>
#include <string_view>

#include "engine/match.hpp"

namespace tanbo::protocol {

// The event as one line for people: "black K10 removes white's root A13 (5 stones)."
// `match` is the game after it, or any time later.
std::string narrate(const engine::EventData& event, const engine::Match& match);

// Ends a sentence that begins with the player: "has run out of time".
std::string_view narrate_leaving(engine::LeaveReason reason);

// The last leaver of a seat, whether or not it has another player now; null if there is none.
const engine::Leaver* last_leaver(const engine::Match& match, engine::Seat seat);

// The state of a seat that its player has left, for lists: "out of time".
std::string_view left_seat_word(const engine::Match& match, engine::Seat seat);

// The seats in words: "black anna, white waits for ben, red is open, green ida: out of time".
std::string narrate_seats(const engine::Match& match);

}  // namespace tanbo::protocol
