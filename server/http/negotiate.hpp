#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "server/net/http/http.hpp"

namespace tanbo::http {

// The index of the media type to answer with, of those that are offered (best first), by the Accept
// fields; the first if there is none. Nothing if the client takes none of them.
// Source: RFC 9110, 12.5.1.
std::optional<std::size_t> choose_type(const net::Request& request,
                                       std::span<const std::string_view> offered);

// Whether the client would rather have a page for people than JSON, as browsers say when somebody
// follows a link.
bool wants_page(const net::Request& request);

// How the bytes of an answer are packed.
enum class Coding : std::uint8_t { identity, gzip, brotli };

// The best of these by the Accept-Encoding fields, the smallest if the client has no
// preference; identity if it takes none of them. Source: RFC 9110, 12.5.3.
Coding choose_coding(const net::Request& request, bool has_gzip, bool has_brotli);

// The index of the language to answer in, of those that are offered ("en"), by the Accept-Language
// fields; the first if none of them is asked for. Source: RFC 4647, 3.4.
std::size_t choose_language(const net::Request& request, std::span<const std::string_view> offered);

// Whether a Content-Type is JSON: application/json, any parameter but another charset than UTF-8.
bool is_json(std::string_view content_type);

// Whether it is that of a form, with any parameters.
bool is_form(std::string_view content_type);

}  // namespace tanbo::http
