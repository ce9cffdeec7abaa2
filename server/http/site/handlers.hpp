#pragma once

#include "server/http/exchange.hpp"

// What is not about anybody. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- documents.cpp ---
Awaitable<Reply> get_setups(Exchange& exchange);
Awaitable<Reply> get_setup(Exchange& exchange);
Awaitable<Reply> get_openapi(Exchange& exchange);
Awaitable<Reply> get_asyncapi(Exchange& exchange);

// --- assets.cpp ---
Awaitable<Reply> get_asset(Exchange& exchange);

// --- pages.cpp ---
Awaitable<Reply> get_page(Exchange& exchange);
Awaitable<Reply> get_game_page(Exchange& exchange);
Awaitable<Reply> get_setup_page(Exchange& exchange);
Awaitable<Reply> get_missing_page(Exchange& exchange);

// --- operations.cpp ---
Awaitable<Reply> get_health(Exchange& exchange);
Awaitable<Reply> get_readiness(Exchange& exchange);
Awaitable<Reply> get_metrics(Exchange& exchange);

}  // namespace tanbo::http
