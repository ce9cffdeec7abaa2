#pragma once

#include "server/http/exchange.hpp"

// What people are told. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- notifications.cpp ---
Awaitable<Reply> get_notifications(Exchange& exchange);
Awaitable<Reply> put_notifications(Exchange& exchange);
Awaitable<Reply> post_notifications_read(Exchange& exchange);

}  // namespace tanbo::http
