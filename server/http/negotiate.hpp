#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "server/net/http.hpp"

namespace tanbo::http {

// The index of the media type to answer with, of those that are offered (best first), by the Accept
// fields; the first where there is none. Nothing where the client takes none of them.
// Source: RFC 9110, 12.5.1.
std::optional<std::size_t> choose_type(const net::Request& request,
                                       std::span<const std::string_view> offered);

// Whether a Content-Type is JSON: application/json, any parameter but another charset than UTF-8.
bool is_json(std::string_view content_type);

// Whether it is that of a form, with any parameters.
bool is_form(std::string_view content_type);

}  // namespace tanbo::http
