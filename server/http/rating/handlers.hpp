#pragma once

#include "server/http/exchange.hpp"

// Ratings and statistics. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- ratings.cpp ---
Awaitable<Reply> get_player_ratings(Exchange& exchange);
Awaitable<Reply> get_encounters(Exchange& exchange);
Awaitable<Reply> get_standings(Exchange& exchange);
Awaitable<Reply> get_statistics(Exchange& exchange);

}  // namespace tanbo::http
