#pragma once

#include <string>
#include <string_view>

#include "server/net/http/http.hpp"

namespace tanbo::http {

// A strong validator: equal for equal bytes.
std::string etag_of(std::string_view body);

// Whether If-None-Match names this validator or is "*": then a GET or HEAD is answered 304.
// Compares weakly. Source: RFC 9110, 13.1.2.
bool is_unchanged(const net::Request& request, std::string_view etag);

}  // namespace tanbo::http
