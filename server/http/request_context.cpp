#include "server/http/request_context.hpp"

#include <charconv>
#include <cstddef>
#include <utility>

namespace tanbo::http {
namespace {

constexpr std::size_t headers_usual = 8;

// Digits only: no sign, no leading zero, nothing after them.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    if (text.empty() || text[0] == '-' || (text.size() > 1 && text[0] == '0')) return std::nullopt;
    Number number{};
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    if (error != std::errc{} || end != last) return std::nullopt;
    return number;
}

template <class Body>
net::Response response_of(int status, Body body) {
    net::Response response;
    response.status = status;
    response.content_type = "application/json";
    response.body = std::move(body);
    return response;
}

}  // namespace

net::Response json_response(int status, std::string body) {
    return response_of(status, std::move(body));
}

net::Response json_response(int status, net::Bytes body) {
    return response_of(status, std::move(body));
}

net::Response shared_response(std::string body) {
    net::Response response = json_response(200, std::move(body));
    set_header(response, "Cache-Control", "no-cache");
    return response;
}

net::Response viewer_response(const RequestContext& context, std::string body) {
    return context.identity ? personal_response(std::move(body)) : shared_response(std::move(body));
}

net::Response personal_response(std::string body) {
    net::Response response = json_response(200, std::move(body));
    set_header(response, "Cache-Control", "private, no-cache");
    return response;
}

net::Response unstored_response(int status, std::string body) {
    net::Response response = json_response(status, std::move(body));
    set_header(response, "Cache-Control", "no-store");
    return response;
}

net::Response unstored_response(int status, net::Bytes body) {
    net::Response response = json_response(status, std::move(body));
    set_header(response, "Cache-Control", "no-store");
    return response;
}

net::Response no_content() {
    net::Response response;
    response.status = 204;
    set_header(response, "Cache-Control", "no-store");
    return response;
}

void set_header(net::Response& response, std::string_view name, std::string value) {
    if (response.headers.empty()) response.headers.reserve(headers_usual);
    response.headers.emplace_back(std::string(name), std::move(value));
}

const std::string* find_header(const net::Response& response, std::string_view name) {
    for (const auto& [known, value] : response.headers) {
        if (known == name) return &value;
    }
    return nullptr;
}

std::optional<std::int64_t> id_in(std::string_view text) {
    const auto id = parse_number<std::int64_t>(text);
    return id && *id > 0 ? id : std::nullopt;
}

protocol::Result<std::int64_t> id_number(const RequestContext& context, std::size_t index,
                                         protocol::Code none, std::string_view what) {
    const std::string& text = context.argument(index);
    if (const auto id = id_in(text)) return *id;
    return refusal(none, "No " + std::string(what) + " " + protocol::quotation(text) + " found.");
}

protocol::Result<protocol::GameId> game_argument(const RequestContext& context) {
    return id_argument<protocol::GameId>(context, 0, protocol::Code::no_such_game, "game");
}

protocol::Result<std::uint32_t> number_in(std::string_view name, std::string_view text,
                                          std::uint32_t min, std::uint32_t max) {
    const auto number = parse_number<std::uint32_t>(text);
    if (number && *number >= min && *number <= max) return *number;
    return refusal(protocol::Code::bad_parameter,
                   std::string(name) + " must be a whole number from " + std::to_string(min) +
                       " to " + std::to_string(max) + "; got " + protocol::quotation(text) + ".");
}

protocol::Result<std::optional<std::uint32_t>> number_parameter(const net::Query& query,
                                                                std::string_view name,
                                                                std::uint32_t min,
                                                                std::uint32_t max) {
    const auto text = query.find(name);
    if (!text) return std::optional<std::uint32_t>();
    const auto number = number_in(name, *text, min, max);
    if (!number) return number.error();
    return std::optional(*number);
}

std::optional<std::string> text_parameter(const net::Query& query, std::string_view name) {
    const auto text = query.find(name);
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

protocol::Error bad_word(std::string_view name, std::string_view text, std::string_view words) {
    return refusal(protocol::Code::bad_parameter, std::string(name) + " must be " +
                                                      std::string(words) + "; got " +
                                                      protocol::quotation(text) + ".");
}

protocol::Result<std::optional<bool>> flag_parameter(const net::Query& query,
                                                     std::string_view name) {
    const auto parse = [](std::string_view text) {
        return text == "true" || text == "false" ? std::optional(text == "true") : std::nullopt;
    };
    return word_parameter(query, name, parse, "true or false");
}

protocol::Result<bool> includes_position(const net::Query& query) {
    const auto parse = [](std::string_view word) {
        return word == "position" ? std::optional(true) : std::nullopt;
    };
    const auto included = word_parameter(query, "include", parse, "position");
    if (!included) return included.error();
    return included->value_or(false);
}

protocol::Result<Page> page_parameters(const net::Query& query, std::uint32_t limit_default,
                                       std::uint32_t limit_max) {
    const auto limit = number_parameter(query, "limit", 1, limit_max);
    if (!limit) return limit.error();
    return Page{text_parameter(query, "cursor"), static_cast<int>(limit->value_or(limit_default))};
}

}  // namespace tanbo::http
