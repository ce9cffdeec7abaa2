#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"

// Notices of turns (encode_my_notice), as clients can have them with legal moves.
namespace tanbo::protocol {

// The game of such a message that says "your-turn"; nothing for any other type.
std::optional<GameId> game_of_my_turn(std::string_view message);
// Such a message with the member "legal" at its end: encode_legal_moves's text.
std::string with_legal_moves(std::string_view message, std::string_view legal_json);

}  // namespace tanbo::protocol
