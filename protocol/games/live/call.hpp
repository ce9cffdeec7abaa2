#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tanbo::protocol {

// The request to the REST API that a message of the live socket stands for. Its body is JSON of the
// client, unread.
struct LiveCall {
    std::string_view method;         // "GET"
    std::string path;                // "/api/v1/games/42/chat"
    std::string query;               // "room=players&limit=20"; empty without parameters
    std::string body;                // empty without one
    std::optional<std::string> key;  // the Idempotency-Key
};

}  // namespace tanbo::protocol
