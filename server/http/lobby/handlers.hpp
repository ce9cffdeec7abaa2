#pragma once

#include "server/http/request_context.hpp"

// Finding a game. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- challenges.cpp ---
Awaitable<Reply> post_challenge(RequestContext& context);
Awaitable<Reply> get_challenges(RequestContext& context);
Awaitable<Reply> get_challenge(RequestContext& context);
Awaitable<Reply> post_accept(RequestContext& context);
Awaitable<Reply> post_decline(RequestContext& context);
Awaitable<Reply> delete_challenge(RequestContext& context);
Awaitable<Reply> post_rematch(RequestContext& context);

// --- game_lists.cpp ---
Awaitable<Reply> get_games(RequestContext& context);
Awaitable<Reply> get_player_games(RequestContext& context);

// --- players.cpp ---
Awaitable<Reply> get_players(RequestContext& context);
Awaitable<Reply> get_player(RequestContext& context);

}  // namespace tanbo::http
