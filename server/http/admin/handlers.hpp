#pragma once

#include "server/http/handler.hpp"

// Moderators and administrators. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- acts.cpp ---
Awaitable<Reply> post_admin_suspend(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_unsuspend(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_mute(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_unmute(RequestContext& context, admin::Service& service);
Awaitable<Reply> put_admin_role(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_remove(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_adjudicate(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_abort(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_void_rating(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_delete_message(RequestContext& context, admin::Service& service);
Awaitable<Reply> post_admin_resolve(RequestContext& context, admin::Service& service);
Awaitable<Reply> put_admin_site(RequestContext& context, admin::Service& service);

// --- lists.cpp ---
Awaitable<Reply> get_admin_account(RequestContext& context, admin::Service& service,
                                   const base::Clock& clock);
Awaitable<Reply> get_admin_audit(RequestContext& context, admin::Service& service);
Awaitable<Reply> get_admin_reports(RequestContext& context, admin::Service& service);

}  // namespace tanbo::http
