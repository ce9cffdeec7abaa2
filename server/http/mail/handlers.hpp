#pragma once

#include "server/http/request_context.hpp"

// What links in mails about games lead to: a page with a button, and what the button does. One
// function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- links.cpp ---
Awaitable<Reply> get_unsubscribe_page(RequestContext& context);
Awaitable<Reply> post_unsubscribe(RequestContext& context);
Awaitable<Reply> get_mail_watch_page(RequestContext& context);
Awaitable<Reply> post_mail_watch(RequestContext& context);

}  // namespace tanbo::http
