#pragma once

#include "server/http/handler.hpp"

// Finding a game. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- challenges.cpp ---
Awaitable<Reply> post_challenge(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> get_challenges(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> get_challenge(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> post_accept(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> post_decline(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> delete_challenge(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> post_rematch(RequestContext& context, lobby::Lobby& lobby);

// --- game_lists.cpp ---
Awaitable<Reply> get_games(RequestContext& context, game::Views& views);
Awaitable<Reply> get_player_games(RequestContext& context, game::Views& views);

// --- players.cpp ---
Awaitable<Reply> get_players(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> get_bots(RequestContext& context, lobby::Lobby& lobby);
Awaitable<Reply> get_player(RequestContext& context, lobby::Lobby& lobby);

}  // namespace tanbo::http
