#pragma once

#include "server/http/exchange.hpp"

// What people are told. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- notifications.cpp ---
Awaitable<Reply> get_notifications(Exchange& exchange);
Awaitable<Reply> put_notifications(Exchange& exchange);
Awaitable<Reply> post_notifications_read(Exchange& exchange);
Awaitable<Reply> get_stream(Exchange& exchange);

// What the lists of notices have in common.
protocol::Result<Page> notice_page(const net::Query& query);

// --- watches.cpp ---
Awaitable<Reply> get_turns(Exchange& exchange);
Awaitable<Reply> get_watches(Exchange& exchange);
Awaitable<Reply> put_watch(Exchange& exchange);
Awaitable<Reply> delete_watch(Exchange& exchange);

// --- feeds.cpp ---
Awaitable<Reply> get_calendar(Exchange& exchange);
Awaitable<Reply> delete_calendar(Exchange& exchange);
Awaitable<Reply> get_my_calendar(Exchange& exchange);
Awaitable<Reply> get_secret_calendar(Exchange& exchange);
Awaitable<Reply> get_feed_address(Exchange& exchange);
Awaitable<Reply> get_feed(Exchange& exchange);

// --- webhooks.cpp ---
Awaitable<Reply> get_webhooks(Exchange& exchange);
Awaitable<Reply> post_webhook(Exchange& exchange);
Awaitable<Reply> get_webhook(Exchange& exchange);
Awaitable<Reply> put_webhook(Exchange& exchange);
Awaitable<Reply> delete_webhook(Exchange& exchange);
Awaitable<Reply> post_webhook_enable(Exchange& exchange);
Awaitable<Reply> post_webhook_test(Exchange& exchange);
Awaitable<Reply> get_webhook_deliveries(Exchange& exchange);

}  // namespace tanbo::http
