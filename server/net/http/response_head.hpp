#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http/http.hpp"

namespace tanbo::net {

// Fields that the connection adds to a response.
struct HeadContext {
    std::string_view date;  // of the Date field
    std::string_view request_id;
    bool keep_alive = true;
    bool is_http_11 = true;
    std::optional<std::uint64_t> content_length;
    bool is_chunked = false;
};

// Whether 1xx, 204 and 304 forbid a body. Source: RFC 9110, 6.4.1.
bool forbids_body(int status);

// Whether every field's name and value may stand in a head; one that may not is our own bug.
bool is_sound(const Response& response);

// Appends status line, fields and the empty line. Requires: is_sound(response).
void append_head(std::string& out, const Response& response, const HeadContext& context);

// "Sun, 06 Nov 1994 08:49:37 GMT". Source: RFC 9110, 5.6.7.
std::string http_date(std::int64_t unix_seconds);

}  // namespace tanbo::net
