#pragma once

#include "server/http/request_context.hpp"

// Games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- games.cpp ---
Awaitable<Reply> post_game(RequestContext& context);
Awaitable<Reply> get_game(RequestContext& context);
Awaitable<Reply> get_legal_moves(RequestContext& context);
Awaitable<Reply> get_roots(RequestContext& context);
Awaitable<Reply> post_preview(RequestContext& context);

// --- commands.cpp ---
Awaitable<Reply> post_join(RequestContext& context);
Awaitable<Reply> post_start(RequestContext& context);
Awaitable<Reply> post_move(RequestContext& context);
Awaitable<Reply> post_leave(RequestContext& context);
Awaitable<Reply> post_proposal(RequestContext& context);
Awaitable<Reply> post_accept_proposal(RequestContext& context);
Awaitable<Reply> post_decline_proposal(RequestContext& context);
Awaitable<Reply> post_swap(RequestContext& context);
Awaitable<Reply> post_resume(RequestContext& context);
Awaitable<Reply> post_substitute(RequestContext& context);

// --- plans.cpp ---
Awaitable<Reply> get_plan(RequestContext& context);
Awaitable<Reply> put_plan(RequestContext& context);
Awaitable<Reply> delete_plan(RequestContext& context);

// --- history.cpp ---
Awaitable<Reply> get_board(RequestContext& context);
Awaitable<Reply> get_record(RequestContext& context);
Awaitable<Reply> get_clock(RequestContext& context);

// --- events.cpp ---
Awaitable<Reply> get_events(RequestContext& context);

}  // namespace tanbo::http
