#pragma once

#include "server/http/handler.hpp"

// Notices to people. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

// --- notifications.cpp ---
Awaitable<Reply> get_notifications(RequestContext& context, notify::Inbox& inbox);
Awaitable<Reply> put_notifications(RequestContext& context, notify::Inbox& inbox);
Awaitable<Reply> post_notifications_read(RequestContext& context, notify::Inbox& inbox);
Awaitable<Reply> get_stream(RequestContext& context, const base::Clock& clock, notify::Inbox& inbox,
                            game::Feed& feed, account::Authenticator& authenticator);

// The common part of the lists of notices.
protocol::Result<Page> notice_page(const net::Query& query);

// --- watches.cpp ---
Awaitable<Reply> get_turns(RequestContext& context, notify::Agenda& agenda, game::Views& views);
Awaitable<Reply> get_watches(RequestContext& context, notify::Agenda& agenda);
Awaitable<Reply> put_watch(RequestContext& context, notify::Agenda& agenda, game::Views& views);
Awaitable<Reply> delete_watch(RequestContext& context, notify::Agenda& agenda, game::Views& views);

// --- feeds.cpp ---
Awaitable<Reply> get_calendar(RequestContext& context, notify::Feeds& feeds,
                              const notify::Notices& notices);
Awaitable<Reply> delete_calendar(RequestContext& context, notify::Feeds& feeds);
Awaitable<Reply> get_my_calendar(RequestContext& context, notify::Feeds& feeds,
                                 const notify::Notices& notices, game::Views& views);
Awaitable<Reply> get_secret_calendar(RequestContext& context, notify::Feeds& feeds,
                                     const notify::Notices& notices, game::Views& views);
Awaitable<Reply> get_feed_address(RequestContext& context, notify::Feeds& feeds,
                                  const notify::Notices& notices, game::Views& views);
Awaitable<Reply> get_feed(RequestContext& context, notify::Feeds& feeds,
                          const notify::Notices& notices, game::Views& views);

// --- pushes.cpp ---
Awaitable<Reply> get_push(RequestContext& context, notify::PushSubscriptions& pushes);
Awaitable<Reply> put_push(RequestContext& context, notify::PushSubscriptions& pushes);
Awaitable<Reply> delete_push(RequestContext& context, notify::PushSubscriptions& pushes);

// --- webhooks.cpp ---
Awaitable<Reply> get_webhooks(RequestContext& context, notify::Webhooks& webhooks);
Awaitable<Reply> post_webhook(RequestContext& context, notify::Webhooks& webhooks,
                              account::Additions& additions);
Awaitable<Reply> get_webhook(RequestContext& context, notify::Webhooks& webhooks);
Awaitable<Reply> put_webhook(RequestContext& context, notify::Webhooks& webhooks);
Awaitable<Reply> delete_webhook(RequestContext& context, notify::Webhooks& webhooks);
Awaitable<Reply> post_webhook_enable(RequestContext& context, notify::Webhooks& webhooks);
Awaitable<Reply> post_webhook_test(RequestContext& context, notify::Webhooks& webhooks);
Awaitable<Reply> get_webhook_deliveries(RequestContext& context, notify::Webhooks& webhooks);

}  // namespace tanbo::http
