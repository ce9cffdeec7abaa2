#pragma once

#include <optional>
#include <string_view>

#include "engine/event.hpp"

namespace tanbo::protocol {

// The data of a move as encode_event_data writes it, without a tree of JSON, which costs fifteen
// times as much: logs are nearly all moves. Nothing for any other text, right or wrong:
// decode_event_data reads that.
std::optional<engine::StonePlaced> read_plain_stone(std::string_view data,
                                                    const engine::Opening& opening);

}  // namespace tanbo::protocol
