#pragma once

#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "server/net/http.hpp"

namespace tanbo::http {

// The bearer token, or nothing where no Authorization field was sent.
// Errors: unauthorized (another scheme, or several fields). Source: RFC 6750, 2.1.
protocol::Result<std::optional<std::string>> bearer_token(const net::Request& request);

inline constexpr std::size_t idempotency_key_bytes_max = 255;

// The Idempotency-Key, or nothing. Errors: malformed_request (empty, too long, not visible ASCII,
// or several).
protocol::Result<std::optional<std::string>> idempotency_key(const net::Request& request);

}  // namespace tanbo::http
