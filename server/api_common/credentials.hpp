#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "server/net/http/http.hpp"
#include "server/net/http/origin.hpp"

namespace tanbo::api_common {

// The value of the first cookie of that name, or nothing. Source: RFC 6265, 5.4.
std::optional<std::string> find_cookie(const net::Request& request, std::string_view name);

// The bearer token, or nothing if no Authorization field was sent.
// Errors: unauthorized (another scheme, or several fields). Source: RFC 6750, 2.1.
protocol::Result<std::optional<std::string>> bearer_token(const net::Request& request);

// --- sessions of browsers ---
// The cookie is named __Host-tanbo, which browsers take and send over TLS only; on the machine
// itself, if there is no TLS, it is tanbo.

// Whether browsers treat the connection as a secure one: TLS, or this machine.
bool can_have_session(const net::Request& request);
// The secret that the cookie carries, or nothing.
std::optional<std::string> session_cookie(const net::Request& request);
// Set-Cookie that gives a session, or with an empty secret takes it away.
std::string set_session_cookie(const net::Request& request, std::string_view secret,
                               std::chrono::seconds life);
// The cookie by which a browser is known in which a password was given right, or nothing; its name
// is that of the session with "-device".
std::optional<std::string> device_cookie(const net::Request& request);
std::string set_device_cookie(const net::Request& request, std::string_view value);
// The cookie by which a client is known that became a guest under an Idempotency-Key, or nothing,
// also if it is none of ours; its name is that of the session with "-guest".
std::optional<std::string> guest_cookie(const net::Request& request);
std::string set_guest_cookie(const net::Request& request, std::string_view value);
inline constexpr std::string_view guest_cookie_prefix = "tbg_";
// Whether the request was made by a page of ours: its Origin is our own, or, if a browser sends
// none, Sec-Fetch-Site says same-origin. Source: Fetch, 3.1; Fetch Metadata, 2.3.
bool is_same_origin(const net::Request& request, net::OriginVerdict verdict);

inline constexpr std::size_t idempotency_key_bytes_max = 255;

// The Idempotency-Key, or nothing. Errors: malformed_request (empty, too long, not visible ASCII,
// or several).
protocol::Result<std::optional<std::string>> idempotency_key(const net::Request& request);

}  // namespace tanbo::api_common
