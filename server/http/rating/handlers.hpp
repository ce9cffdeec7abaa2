#pragma once

#include "server/http/handler.hpp"

// Ratings and statistics. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- ratings.cpp ---
Awaitable<Reply> get_player_ratings(RequestContext& context, rating::Reports& ratings);
Awaitable<Reply> get_encounters(RequestContext& context, rating::Reports& ratings);
Awaitable<Reply> get_standings(RequestContext& context, rating::Reports& ratings);
Awaitable<Reply> get_statistics(RequestContext& context, rating::Reports& ratings);

}  // namespace tanbo::http
