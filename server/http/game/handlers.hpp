#pragma once

#include "server/http/exchange.hpp"

// Games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- games.cpp ---
Awaitable<Reply> post_game(Exchange& exchange);
Awaitable<Reply> get_game(Exchange& exchange);
Awaitable<Reply> get_legal_moves(Exchange& exchange);
Awaitable<Reply> get_roots(Exchange& exchange);
Awaitable<Reply> post_preview(Exchange& exchange);

// --- commands.cpp ---
Awaitable<Reply> post_join(Exchange& exchange);
Awaitable<Reply> post_start(Exchange& exchange);
Awaitable<Reply> post_move(Exchange& exchange);
Awaitable<Reply> post_leave(Exchange& exchange);
Awaitable<Reply> post_proposal(Exchange& exchange);
Awaitable<Reply> post_accept_proposal(Exchange& exchange);
Awaitable<Reply> post_decline_proposal(Exchange& exchange);
Awaitable<Reply> post_swap(Exchange& exchange);
Awaitable<Reply> post_resume(Exchange& exchange);
Awaitable<Reply> post_substitute(Exchange& exchange);

// --- plans.cpp ---
Awaitable<Reply> get_plan(Exchange& exchange);
Awaitable<Reply> put_plan(Exchange& exchange);
Awaitable<Reply> delete_plan(Exchange& exchange);

// --- history.cpp ---
Awaitable<Reply> get_board(Exchange& exchange);
Awaitable<Reply> get_record(Exchange& exchange);
Awaitable<Reply> get_clock(Exchange& exchange);

// --- events.cpp ---
Awaitable<Reply> get_events(Exchange& exchange);

}  // namespace tanbo::http
