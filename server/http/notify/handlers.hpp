#pragma once

#include "server/http/request_context.hpp"

// What people are told. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- notifications.cpp ---
Awaitable<Reply> get_notifications(RequestContext& context);
Awaitable<Reply> put_notifications(RequestContext& context);
Awaitable<Reply> post_notifications_read(RequestContext& context);
Awaitable<Reply> get_stream(RequestContext& context);

// What the lists of notices have in common.
protocol::Result<Page> notice_page(const net::Query& query);

// --- watches.cpp ---
Awaitable<Reply> get_turns(RequestContext& context);
Awaitable<Reply> get_watches(RequestContext& context);
Awaitable<Reply> put_watch(RequestContext& context);
Awaitable<Reply> delete_watch(RequestContext& context);

// --- feeds.cpp ---
Awaitable<Reply> get_calendar(RequestContext& context);
Awaitable<Reply> delete_calendar(RequestContext& context);
Awaitable<Reply> get_my_calendar(RequestContext& context);
Awaitable<Reply> get_secret_calendar(RequestContext& context);
Awaitable<Reply> get_feed_address(RequestContext& context);
Awaitable<Reply> get_feed(RequestContext& context);

// --- webhooks.cpp ---
Awaitable<Reply> get_webhooks(RequestContext& context);
Awaitable<Reply> post_webhook(RequestContext& context);
Awaitable<Reply> get_webhook(RequestContext& context);
Awaitable<Reply> put_webhook(RequestContext& context);
Awaitable<Reply> delete_webhook(RequestContext& context);
Awaitable<Reply> post_webhook_enable(RequestContext& context);
Awaitable<Reply> post_webhook_test(RequestContext& context);
Awaitable<Reply> get_webhook_deliveries(RequestContext& context);

}  // namespace tanbo::http
