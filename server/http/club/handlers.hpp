#pragma once

#include "server/http/handler.hpp"

// Clubs. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

using club::Clubs;

// --- clubs.cpp ---
Awaitable<Reply> get_clubs(RequestContext& context, Clubs& clubs);
Awaitable<Reply> post_club(RequestContext& context, Clubs& clubs);
Awaitable<Reply> get_my_clubs(RequestContext& context, Clubs& clubs);
Awaitable<Reply> get_club(RequestContext& context, Clubs& clubs);
Awaitable<Reply> patch_club(RequestContext& context, Clubs& clubs);
Awaitable<Reply> delete_club(RequestContext& context, Clubs& clubs);
Awaitable<Reply> post_club_join(RequestContext& context, Clubs& clubs);
Awaitable<Reply> post_club_leave(RequestContext& context, Clubs& clubs);
Awaitable<Reply> get_club_members(RequestContext& context, Clubs& clubs);
Awaitable<Reply> put_club_member(RequestContext& context, Clubs& clubs);
Awaitable<Reply> delete_club_member(RequestContext& context, Clubs& clubs);
Awaitable<Reply> put_club_organiser(RequestContext& context, Clubs& clubs);
Awaitable<Reply> delete_club_organiser(RequestContext& context, Clubs& clubs);

}  // namespace tanbo::http
