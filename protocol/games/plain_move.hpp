#pragma once

#include <optional>
#include <string_view>

#include "protocol/games/requests.hpp"

namespace tanbo::protocol {

// A move as nearly every client writes it, {"point":"K10","ply":17} with ,"seq":40 behind it or
// not, read without a tree of JSON, which costs ten times as much. Spaces may stand between the
// parts. Nothing for any other or longer text, right or wrong: decode_play_move reads that.
std::optional<PlayMove> read_plain_move(std::string_view body);

}  // namespace tanbo::protocol
