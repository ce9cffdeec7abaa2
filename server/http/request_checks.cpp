#include "server/http/request_checks.hpp"

#include <algorithm>
#include <utility>

#include "server/api_common/status.hpp"
#include "server/http/negotiate.hpp"

namespace tanbo::http {

using protocol::Code;

bool is_safe(net::Method method) {
    return method == net::Method::get || method == net::Method::head ||
           method == net::Method::options;
}

bool has_body(const net::Request& request) {
    const auto length = request.header("Content-Length");
    return request.header("Transfer-Encoding").has_value() || (length && *length != "0");
}

std::string_view path_for_log(const net::Request& request, const Route& route) {
    return route.is_secret ? route.pattern : request.path;
}

protocol::Error no_such_route(const net::Request& request) {
    std::string detail = "Nothing found at " + protocol::quotation(request.path) + ".";
    if (request.path.starts_with("/api/") && !request.path.starts_with("/api/v1/")) {
        detail += " API paths begin with /api/v1; see /help/api.";
    }
    return refusal(Code::no_such_route, std::move(detail));
}

protocol::Error origin_refusal(const net::Request& request) {
    return refusal(Code::origin_not_allowed,
                   "Pages from " + protocol::quotation(request.header("Origin").value_or("")) +
                       " can't do this here.");
}

net::Response method_refusal(const net::Request& request, const std::string& allow) {
    net::Response response = api_common::problem(
        refusal(Code::method_not_allowed, protocol::quotation(request.method_name) +
                                              " is not supported here. Use " + allow + "."),
        request.path);
    set_header(response, "Allow", allow);
    return response;
}

bool is_lost(const net::Request& request) {
    constexpr std::string_view api_prefix = "/api/";
    const bool is_read = request.method == net::Method::get || request.method == net::Method::head;
    return is_read && !request.path.starts_with(api_prefix) && wants_page(request);
}

Code code_of_fault(int status) {
    switch (status) {
        case 408:
            return Code::request_timeout;
        case 413:
            return Code::body_too_large;
        case 429:
            return Code::rate_limited;
        case 414:
            return Code::target_too_long;
        case 431:
            return Code::headers_too_large;
        case 500:
            return Code::internal_error;
        case 503:
            return Code::overloaded;
        default:
            return Code::malformed_request;
    }
}

protocol::Result<net::Query> query_of(const net::Request& request, const Route& route) {
    auto query = net::Query::parse(request.query);
    if (!query)
        return refusal(Code::bad_parameter, "The query string is not valid percent-encoding.");
    for (const auto& [name, value] : query->parameters()) {
        if (std::ranges::find(route.parameters, name) == route.parameters.end()) {
            return refusal(Code::bad_parameter,
                           "Unknown query parameter " + protocol::quotation(name) + ".");
        }
        if (query->count(name) > 1) {
            return refusal(Code::bad_parameter,
                           "The query repeats the parameter " + protocol::quotation(name) + ".");
        }
    }
    return std::move(*query);
}

}  // namespace tanbo::http
