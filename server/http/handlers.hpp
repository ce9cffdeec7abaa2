#pragma once

#include "server/http/exchange.hpp"

// One function a route; routes.cpp says which.
namespace tanbo::http {

// --- accounts.cpp ---
Awaitable<Reply> post_account(Exchange& exchange);
Awaitable<Reply> post_guest(Exchange& exchange);
Awaitable<Reply> post_token(Exchange& exchange);
Awaitable<Reply> delete_current_token(Exchange& exchange);
Awaitable<Reply> get_me(Exchange& exchange);

// --- games.cpp ---
Awaitable<Reply> post_game(Exchange& exchange);
Awaitable<Reply> get_games(Exchange& exchange);
Awaitable<Reply> get_game(Exchange& exchange);
Awaitable<Reply> get_legal_moves(Exchange& exchange);
Awaitable<Reply> post_preview(Exchange& exchange);

// --- commands.cpp ---
Awaitable<Reply> post_join(Exchange& exchange);
Awaitable<Reply> post_start(Exchange& exchange);
Awaitable<Reply> post_move(Exchange& exchange);
Awaitable<Reply> post_leave(Exchange& exchange);

// --- history.cpp ---
Awaitable<Reply> get_board(Exchange& exchange);
Awaitable<Reply> get_record(Exchange& exchange);

// --- events.cpp ---
Awaitable<Reply> get_events(Exchange& exchange);

// --- documents.cpp ---
Awaitable<Reply> get_setups(Exchange& exchange);
Awaitable<Reply> get_setup(Exchange& exchange);
Awaitable<Reply> get_openapi(Exchange& exchange);
Awaitable<Reply> get_asyncapi(Exchange& exchange);
Awaitable<Reply> get_page(Exchange& exchange);
Awaitable<Reply> get_asset(Exchange& exchange);

// --- operations.cpp ---
Awaitable<Reply> get_health(Exchange& exchange);
Awaitable<Reply> get_readiness(Exchange& exchange);
Awaitable<Reply> get_metrics(Exchange& exchange);

}  // namespace tanbo::http
