#pragma once

#include "server/http/exchange.hpp"

// What links in mails about games lead to: a page with a button, and what the button does. One
// function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- links.cpp ---
Awaitable<Reply> get_unsubscribe_page(Exchange& exchange);
Awaitable<Reply> post_unsubscribe(Exchange& exchange);
Awaitable<Reply> get_mail_watch_page(Exchange& exchange);
Awaitable<Reply> post_mail_watch(Exchange& exchange);

}  // namespace tanbo::http
