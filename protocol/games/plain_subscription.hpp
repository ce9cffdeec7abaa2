#pragma once

#include <optional>
#include <string_view>

#include "protocol/games/live.hpp"

namespace tanbo::protocol {

// A subscription to a game as nearly every client writes it, {"op":"subscribe","id":1,
// "topic":"game:42","after":17} with what is behind "op" in any order and "id" and "after" there or
// not, read without a tree of JSON. Nothing for any other or longer text, right or wrong:
// decode_live_request reads that.
std::optional<LiveRequest> read_plain_subscription(std::string_view message);

}  // namespace tanbo::protocol
