#include "server/net/http/response_head.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include "server/net/http/text.hpp"

namespace tanbo::net {
namespace {

void append_field(std::string& out, std::string_view name, std::string_view value) {
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

}  // namespace

bool forbids_body(int status) {
    return status < 200 || status == 204 || status == 304;
}

bool is_sound(const Response& response) {
    return response.status >= 200 && response.status <= 599 &&
           is_field_value(response.content_type) &&
           std::all_of(response.headers.begin(), response.headers.end(), [](const auto& header) {
               return is_token(header.first) && is_field_value(header.second);
           });
}

void append_head(std::string& out, const Response& response, const HeadContext& context) {
    out += "HTTP/1.1 ";
    out += std::to_string(response.status);
    out += ' ';
    out += reason_phrase(response.status);
    out += "\r\n";
    append_field(out, "Date", context.date);
    if (!response.content_type.empty()) append_field(out, "Content-Type", response.content_type);
    for (const auto& [name, value] : response.headers) append_field(out, name, value);
    if (!context.request_id.empty()) append_field(out, "X-Request-Id", context.request_id);
    if (context.content_length) {
        append_field(out, "Content-Length", std::to_string(*context.content_length));
    }
    if (context.is_chunked) append_field(out, "Transfer-Encoding", "chunked");
    if (!context.keep_alive) {
        append_field(out, "Connection", "close");
    } else if (!context.is_http_11) {
        append_field(out, "Connection", "keep-alive");
    }
    out += "\r\n";
}

std::string http_date(std::int64_t unix_seconds) {
    const std::time_t time = unix_seconds;
    std::tm utc{};
    gmtime_r(&time, &utc);
    std::array<char, 32> text{};
    const std::size_t size =
        std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc);
    return {text.data(), size};
}

}  // namespace tanbo::net
