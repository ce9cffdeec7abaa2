#pragma once

#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "server/http/routes.hpp"
#include "server/net/http/http.hpp"
#include "server/net/http/query.hpp"

// The kind of a request, and its refusals, whichever route it goes to: functions of the
// request alone.
namespace tanbo::http {

// Changes nothing by its method.
bool is_safe(net::Method method);
// Whether bytes follow the head.
bool has_body(const net::Request& request);
// Whether somebody has followed a link to if there is nothing.
bool is_lost(const net::Request& request);

// The address of a request, as a log may hold it: links of mails and addresses of feeds have
// secrets in their queries, and some paths are secrets themselves.
std::string_view path_for_log(const net::Request& request, const Route& route);

// The query, in which only what the route names may be, each once. Errors: bad_parameter.
protocol::Result<net::Query> query_of(const net::Request& request, const Route& route);

// Nothing is at the path.
protocol::Error no_such_route(const net::Request& request);
// Pages of the origin that is named may not do this.
protocol::Error origin_refusal(const net::Request& request);
// 405, with the methods that are possible ("GET, HEAD, OPTIONS").
net::Response method_refusal(const net::Request& request, const std::string& allow);

// The code of what the connection refuses itself, by its status.
protocol::Code code_of_fault(int status);

}  // namespace tanbo::http
