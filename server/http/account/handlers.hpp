#pragma once

#include "server/account/throttle.hpp"
#include "server/http/exchange.hpp"

// Who somebody is. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// Where a password of this request is tried.
account::Place place_of(const Exchange& exchange);

// --- accounts.cpp ---
Awaitable<Reply> post_account(Exchange& exchange);
Awaitable<Reply> post_guest(Exchange& exchange);
Awaitable<Reply> post_token(Exchange& exchange);
Awaitable<Reply> delete_current_token(Exchange& exchange);
Awaitable<Reply> get_me(Exchange& exchange);
Awaitable<Reply> post_upgrade(Exchange& exchange);
Awaitable<Reply> post_bot(Exchange& exchange);

// --- sessions.cpp ---
Awaitable<Reply> post_session(Exchange& exchange);
Awaitable<Reply> delete_current_session(Exchange& exchange);
Awaitable<Reply> get_sessions(Exchange& exchange);
Awaitable<Reply> delete_session(Exchange& exchange);
Awaitable<Reply> post_password(Exchange& exchange);

// --- addresses.cpp ---
Awaitable<Reply> get_addresses(Exchange& exchange);
Awaitable<Reply> post_address(Exchange& exchange);
Awaitable<Reply> delete_address(Exchange& exchange);
Awaitable<Reply> post_primary_address(Exchange& exchange);
Awaitable<Reply> post_resume_address(Exchange& exchange);
Awaitable<Reply> post_password_reset(Exchange& exchange);

// --- pages.cpp: what links in mails lead to ---
Awaitable<Reply> get_verify_page(Exchange& exchange);
Awaitable<Reply> post_verify_page(Exchange& exchange);
Awaitable<Reply> get_reset_page(Exchange& exchange);
Awaitable<Reply> post_reset_page(Exchange& exchange);
Awaitable<Reply> get_take_back_page(Exchange& exchange);
Awaitable<Reply> post_take_back_page(Exchange& exchange);

// --- sign_up_pages.cpp: likewise ---
Awaitable<Reply> get_register_page(Exchange& exchange);
Awaitable<Reply> post_register_page(Exchange& exchange);

// --- address_pages.cpp: where a member's mails go ---
Awaitable<Reply> get_addresses_page(Exchange& exchange);
Awaitable<Reply> post_addresses_page(Exchange& exchange);

// --- profile.cpp ---
Awaitable<Reply> put_profile(Exchange& exchange);
Awaitable<Reply> get_vacation(Exchange& exchange);
Awaitable<Reply> put_vacation(Exchange& exchange);
Awaitable<Reply> delete_vacation(Exchange& exchange);
Awaitable<Reply> get_export(Exchange& exchange);
Awaitable<Reply> delete_me(Exchange& exchange);

}  // namespace tanbo::http
