#pragma once

#include <string>
#include <string_view>

#include "server/tournament/pairing/draws.hpp"

// The draws of a tournament.
namespace tanbo::tournament {

// The "round" of a draw that is none of a round.
inline constexpr int start_draw = 0;  // whether player 1 plays first
inline constexpr int lots_draw = -1;  // the order of players whom no tie-break separates

// The secret as text, and back. Requires: 64 hexadecimal digits.
std::string to_hex(const pairing::Secret& secret);
pairing::Secret secret_of(std::string_view hex);

}  // namespace tanbo::tournament
