#pragma once

#include "server/http/exchange.hpp"

// Finding a game. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- challenges.cpp ---
Awaitable<Reply> post_challenge(Exchange& exchange);
Awaitable<Reply> get_challenges(Exchange& exchange);
Awaitable<Reply> get_challenge(Exchange& exchange);
Awaitable<Reply> post_accept(Exchange& exchange);
Awaitable<Reply> post_decline(Exchange& exchange);
Awaitable<Reply> delete_challenge(Exchange& exchange);
Awaitable<Reply> post_rematch(Exchange& exchange);

// --- game_lists.cpp ---
Awaitable<Reply> get_games(Exchange& exchange);
Awaitable<Reply> get_player_games(Exchange& exchange);

// --- players.cpp ---
Awaitable<Reply> get_players(Exchange& exchange);
Awaitable<Reply> get_player(Exchange& exchange);

}  // namespace tanbo::http
