#pragma once

#include "server/http/exchange.hpp"

// Accounts and tokens. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- accounts.cpp ---
Awaitable<Reply> post_account(Exchange& exchange);
Awaitable<Reply> post_guest(Exchange& exchange);
Awaitable<Reply> post_token(Exchange& exchange);
Awaitable<Reply> delete_current_token(Exchange& exchange);
Awaitable<Reply> get_me(Exchange& exchange);

}  // namespace tanbo::http
