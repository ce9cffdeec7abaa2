#pragma once

#include "server/http/exchange.hpp"

// Moderators and administrators. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- acts.cpp ---
Awaitable<Reply> post_admin_suspend(Exchange& exchange);
Awaitable<Reply> post_admin_unsuspend(Exchange& exchange);
Awaitable<Reply> post_admin_mute(Exchange& exchange);
Awaitable<Reply> post_admin_unmute(Exchange& exchange);
Awaitable<Reply> put_admin_role(Exchange& exchange);
Awaitable<Reply> post_admin_remove(Exchange& exchange);
Awaitable<Reply> post_admin_adjudicate(Exchange& exchange);
Awaitable<Reply> post_admin_abort(Exchange& exchange);
Awaitable<Reply> post_admin_void_rating(Exchange& exchange);
Awaitable<Reply> post_admin_delete_message(Exchange& exchange);
Awaitable<Reply> post_admin_resolve(Exchange& exchange);

// --- lists.cpp ---
Awaitable<Reply> get_admin_account(Exchange& exchange);
Awaitable<Reply> get_admin_audit(Exchange& exchange);
Awaitable<Reply> get_admin_reports(Exchange& exchange);

}  // namespace tanbo::http
