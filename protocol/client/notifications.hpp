#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// A kept notice as a client reads it.
struct ToldNotification {
    std::string type;  // "chat-mention", "game-finished" …
    std::optional<GameId> game = {};
    bool is_read = false;
    std::string author = {};  // of a chat-mention
    std::string text = {};
};

// The first page of GET /me/notifications, the newest first. Errors: malformed_json, invalid_field.
Result<std::vector<ToldNotification>> decode_notifications(std::string_view answer);

}  // namespace tanbo::protocol
