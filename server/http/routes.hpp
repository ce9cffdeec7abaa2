#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "server/http/exchange.hpp"

namespace tanbo::http {

enum class Caller : std::uint8_t {
    anyone,       // a token is not looked at
    may_sign_in,  // a token that is sent must be good
    account       // without a good token: 401
};

// Foreign pages: never, or those that the settings name (by default none).
enum class Origins : std::uint8_t { own, configured };

enum class Body : std::uint8_t { none, json };

enum class Rate : std::uint8_t {
    free,
    sign_up,  // by client address
    command   // by account
};

// A key makes a repeat harmless; without one the request is its own guard.
enum class Repeat : std::uint8_t { plain, keyed };

struct Route {
    net::Method method;
    std::string_view pattern;  // one segment may be {name}
    Caller caller;
    Origins origins;
    Body body;
    Rate rate;
    Repeat repeat;
    std::span<const std::string_view> parameters;  // of the query; every other is refused
    HandlerFunction handler;
};

// Every path of the REST door but /api/v1/live. HEAD and OPTIONS go without saying.
std::span<const Route> routes();

struct Found {
    const Route* route;
    std::string argument;
};
struct NoSuchPath {};
struct WrongMethod {
    std::string allow;  // "GET, HEAD, OPTIONS"
};

// HEAD finds the route of GET; OPTIONS of a path that exists finds WrongMethod, which says what to
// answer.
std::variant<Found, NoSuchPath, WrongMethod> find_route(net::Method method, std::string_view path);

// Whether some route of this path admits foreign pages.
Origins origins_of(std::string_view path);

}  // namespace tanbo::http
