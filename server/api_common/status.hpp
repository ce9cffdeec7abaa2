#pragma once

#include "protocol/json/error.hpp"
#include "server/net/http/http.hpp"

namespace tanbo::api_common {

// The HTTP status of a refusal. A setup, player or seat that a body names (the error has a pointer)
// is a fault of the body: 422, where one in a path is 404. Source: RFC 9110, 15; RFC 6585.
int status_of(const protocol::Error& error);

// The refusal of what the database does not answer in time. Whether a command was carried out is
// not known then.
protocol::Error late(bool is_command);

// The problem document (RFC 9457) about this path, with the header fields that its status asks for:
// WWW-Authenticate with 401, Retry-After with 429 and 503.
net::Response problem(const protocol::Error& error, std::string_view path);

}  // namespace tanbo::api_common
