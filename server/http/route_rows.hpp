#pragma once

#include "server/http/routes.hpp"

// Rows of the route table, with the columns most rows share filled in. For the routes.cpp of the
// folders below.
namespace tanbo::http {

inline constexpr std::span<const std::string_view> no_parameters;

// Anyone may read it.
constexpr Route read(std::string_view pattern, HandlerFunction handler,
                     std::span<const std::string_view> parameters = no_parameters) {
    return {net::Method::get, pattern,    Caller::anyone, std::nullopt, Origins::configured,
            Body::none,       Rate::free, Repeat::plain,  parameters,   handler};
}

// Anyone may read it, and an account may see more.
constexpr Route look(std::string_view pattern, account::Scope scope, HandlerFunction handler,
                     std::span<const std::string_view> parameters = no_parameters) {
    Route route = read(pattern, handler, parameters);
    route.caller = Caller::may_sign_in;
    route.scope = scope;
    return route;
}

// Routes by which an account reads its own.
constexpr Route mine(std::string_view pattern, account::Scope scope, HandlerFunction handler,
                     std::span<const std::string_view> parameters = no_parameters) {
    Route route = look(pattern, scope, handler, parameters);
    route.caller = Caller::account;
    return route;
}

// Acts of an account, made safe to repeat by an Idempotency-Key.
constexpr Route act(std::string_view pattern, account::Scope scope, HandlerFunction handler,
                    Repeat repeat = Repeat::keyed) {
    Route route = mine(pattern, scope, handler);
    route.method = net::Method::post;
    route.body = Body::json;
    route.rate = Rate::command;
    route.repeat = repeat;
    return route;
}

// Replaces something of an account's: harmless to repeat.
constexpr Route put(std::string_view pattern, account::Scope scope, HandlerFunction handler) {
    Route route = act(pattern, scope, handler, Repeat::plain);
    route.method = net::Method::put;
    return route;
}

// Deletes something of an account's: harmless to repeat.
constexpr Route remove(std::string_view pattern, account::Scope scope, HandlerFunction handler) {
    Route route = put(pattern, scope, handler);
    route.method = net::Method::delete_;
    route.body = Body::none;
    return route;
}

// The same, if it leads to what other scopes are for.
constexpr Route mine_with(std::string_view pattern, account::Scope scope, HandlerFunction handler,
                          account::Scopes also) {
    Route route = mine(pattern, scope, handler);
    route.also = also;
    return route;
}

// The same row for bodies of at most so many bytes.
constexpr Route sized(std::size_t bytes, Route route) {
    route.body_bytes_max = bytes;
    return route;
}

// The same row for what says hardly anything.
constexpr Route brief(Route route) {
    return sized(brief_bytes_max, route);
}

// The same row for what somebody writes.
constexpr Route writing(Route route) {
    return sized(writing_bytes_max, route);
}

// The same row for what may be long.
constexpr Route document(Route route) {
    return sized(document_bytes_max, route);
}

// The same row for what may take longer than other requests.
constexpr Route unhurried(Route route) {
    route.may_take_long = true;
    return route;
}

// A route by which clients sign in: they are not signed in yet.
constexpr Route enter(std::string_view pattern, HandlerFunction handler) {
    Route route = read(pattern, handler);
    route.method = net::Method::post;
    route.body = Body::json;
    route.rate = Rate::sign_up;
    route.repeat = Repeat::keyed;
    return route;
}

// For our own page and for operators: no foreign page reads it.
constexpr Route own(std::string_view pattern, HandlerFunction handler) {
    Route route = read(pattern, handler);
    route.origins = Origins::own;
    return route;
}

}  // namespace tanbo::http
