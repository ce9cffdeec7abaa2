#pragma once

#include "server/http/handler.hpp"

// Games. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- games.cpp ---
Awaitable<Reply> post_game(RequestContext& context, game::Referee& referee);
Awaitable<Reply> get_game(RequestContext& context, game::Views& views);
Awaitable<Reply> get_legal_moves(RequestContext& context, game::Views& views);
Awaitable<Reply> get_roots(RequestContext& context, game::Views& views);
Awaitable<Reply> post_preview(RequestContext& context, game::Views& views);

// --- commands.cpp ---
Awaitable<Reply> post_join(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_start(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_move(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_leave(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_proposal(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_accept_proposal(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_decline_proposal(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_swap(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_resume(RequestContext& context, game::Referee& referee);
Awaitable<Reply> post_substitute(RequestContext& context, game::Referee& referee);

// --- plans.cpp ---
Awaitable<Reply> get_plan(RequestContext& context, game::Views& views);
Awaitable<Reply> put_plan(RequestContext& context, game::Referee& referee);
Awaitable<Reply> delete_plan(RequestContext& context, game::Referee& referee);

// --- history.cpp ---
Awaitable<Reply> get_board(RequestContext& context, game::Views& views);
Awaitable<Reply> get_record(RequestContext& context, game::Views& views,
                            analysis_jobs::Searches& searches);
Awaitable<Reply> get_clock(RequestContext& context, const base::Clock& clock, game::Views& views);

// --- events.cpp ---
Awaitable<Reply> get_events(RequestContext& context, game::Views& views, game::Feed& feed,
                            account::Authenticator& authenticator);

}  // namespace tanbo::http
