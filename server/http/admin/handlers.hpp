#pragma once

#include "server/http/request_context.hpp"

// Moderators and administrators. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- acts.cpp ---
Awaitable<Reply> post_admin_suspend(RequestContext& context);
Awaitable<Reply> post_admin_unsuspend(RequestContext& context);
Awaitable<Reply> post_admin_mute(RequestContext& context);
Awaitable<Reply> post_admin_unmute(RequestContext& context);
Awaitable<Reply> put_admin_role(RequestContext& context);
Awaitable<Reply> post_admin_remove(RequestContext& context);
Awaitable<Reply> post_admin_adjudicate(RequestContext& context);
Awaitable<Reply> post_admin_abort(RequestContext& context);
Awaitable<Reply> post_admin_void_rating(RequestContext& context);
Awaitable<Reply> post_admin_delete_message(RequestContext& context);
Awaitable<Reply> post_admin_resolve(RequestContext& context);

// --- lists.cpp ---
Awaitable<Reply> get_admin_account(RequestContext& context);
Awaitable<Reply> get_admin_audit(RequestContext& context);
Awaitable<Reply> get_admin_reports(RequestContext& context);

}  // namespace tanbo::http
