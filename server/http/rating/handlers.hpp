#pragma once

#include "server/http/request_context.hpp"

// Ratings and statistics. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- ratings.cpp ---
Awaitable<Reply> get_player_ratings(RequestContext& context);
Awaitable<Reply> get_encounters(RequestContext& context);
Awaitable<Reply> get_standings(RequestContext& context);
Awaitable<Reply> get_statistics(RequestContext& context);

}  // namespace tanbo::http
