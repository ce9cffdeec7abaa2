#pragma once

#include "server/account/throttle.hpp"
#include "server/http/request_context.hpp"

// Who somebody is. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// Where a password of this request is tried.
account::Place place_of(const RequestContext& context);

// --- accounts.cpp ---
Awaitable<Reply> post_account(RequestContext& context);
Awaitable<Reply> post_guest(RequestContext& context);
Awaitable<Reply> post_token(RequestContext& context);
Awaitable<Reply> delete_current_token(RequestContext& context);
Awaitable<Reply> get_me(RequestContext& context);
Awaitable<Reply> post_upgrade(RequestContext& context);
Awaitable<Reply> post_bot(RequestContext& context);

// --- sessions.cpp ---
Awaitable<Reply> post_session(RequestContext& context);
Awaitable<Reply> delete_current_session(RequestContext& context);
Awaitable<Reply> get_sessions(RequestContext& context);
Awaitable<Reply> delete_session(RequestContext& context);
Awaitable<Reply> post_password(RequestContext& context);

// --- addresses.cpp ---
Awaitable<Reply> get_addresses(RequestContext& context);
Awaitable<Reply> post_address(RequestContext& context);
Awaitable<Reply> delete_address(RequestContext& context);
Awaitable<Reply> post_primary_address(RequestContext& context);
Awaitable<Reply> post_resume_address(RequestContext& context);
Awaitable<Reply> post_password_reset(RequestContext& context);

// --- pages.cpp: what links in mails lead to ---
Awaitable<Reply> get_verify_page(RequestContext& context);
Awaitable<Reply> post_verify_page(RequestContext& context);
Awaitable<Reply> get_reset_page(RequestContext& context);
Awaitable<Reply> post_reset_page(RequestContext& context);
Awaitable<Reply> get_take_back_page(RequestContext& context);
Awaitable<Reply> post_take_back_page(RequestContext& context);

// --- sign_up_pages.cpp: likewise ---
Awaitable<Reply> get_register_page(RequestContext& context);
Awaitable<Reply> post_register_page(RequestContext& context);

// --- address_pages.cpp: where a member's mails go ---
Awaitable<Reply> get_addresses_page(RequestContext& context);
Awaitable<Reply> post_addresses_page(RequestContext& context);

// --- profile.cpp ---
Awaitable<Reply> put_profile(RequestContext& context);
Awaitable<Reply> get_vacation(RequestContext& context);
Awaitable<Reply> put_vacation(RequestContext& context);
Awaitable<Reply> delete_vacation(RequestContext& context);
Awaitable<Reply> get_export(RequestContext& context);
Awaitable<Reply> delete_me(RequestContext& context);

}  // namespace tanbo::http
