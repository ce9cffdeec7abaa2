#include "server/http/exchange.hpp"

#include <charconv>
#include <utility>

namespace tanbo::http {
namespace {

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

void set_header(net::Response& response, std::string_view name, std::string value) {
    response.headers.emplace_back(std::string(name), std::move(value));
}

const std::string* find_header(const net::Response& response, std::string_view name) {
    for (const auto& [known, value] : response.headers) {
        if (known == name) return &value;
    }
    return nullptr;
}

protocol::Result<std::int64_t> game_argument(const Exchange& exchange) {
    const auto id = parse_number<std::int64_t>(exchange.argument());
    if (id && *id > 0) return *id;
    return refusal(protocol::Code::no_such_game, "There is no game " + exchange.argument() + ".");
}

protocol::Result<std::uint32_t> number_in(std::string_view name, std::string_view text,
                                          std::uint32_t min, std::uint32_t max) {
    const auto number = parse_number<std::uint32_t>(text);
    if (number && *number >= min && *number <= max) return *number;
    return refusal(protocol::Code::bad_parameter, std::string(name) + " is \"" + std::string(text) +
                                                      "\"; it must be a whole number from " +
                                                      std::to_string(min) + " to " +
                                                      std::to_string(max) + ".");
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

}  // namespace tanbo::http
