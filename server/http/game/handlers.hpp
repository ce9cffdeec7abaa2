#pragma once

#include "server/http/exchange.hpp"

// Games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

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

}  // namespace tanbo::http
