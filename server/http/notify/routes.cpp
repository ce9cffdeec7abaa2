#include <array>

#include "server/http/notify/handlers.hpp"
#include "server/http/route_rows.hpp"

// Notices to people, and their wishes.
namespace tanbo::http {
namespace {

using account::Scope;
using std::string_view;

constexpr std::array<string_view, 2> paging_parameters = {"cursor", "limit"};
constexpr std::array<string_view, 3> turn_parameters = {"cursor", "limit", "include"};
constexpr std::array<string_view, 1> stream_parameters = {"after"};
constexpr std::array<string_view, 1> feed_parameters = {"key"};

// Safe to repeat without a key: see the handler.
constexpr Route repeatable(string_view pattern, HandlerFunction handler) {
    return act(pattern, Scope::account_write, handler, Repeat::plain);
}

constexpr account::Scopes game_read = account::Scopes().with(Scope::game_read);

// The news to its receiver takes scopes of its own to read.
constexpr Route hook(string_view pattern, net::Method method, HandlerFunction handler) {
    Route route = writing(repeatable(pattern, handler));
    route.method = method;
    route.also = game_read.with(Scope::account_read);
    return route;
}

// A route for readers that know its path.
constexpr Route secret(string_view pattern, HandlerFunction handler) {
    Route route = read(pattern, handler);
    route.is_secret = true;
    return route;
}

// It tells what one does, and games and chat besides.
constexpr Route stream(string_view pattern, HandlerFunction handler) {
    Route route = mine(pattern, Scope::account_read, handler, stream_parameters);
    route.also = game_read;
    return route;
}

constexpr std::array notify_table = {
    mine("/api/v1/me/notifications", Scope::account_read, handler<get_notifications>,
         paging_parameters),
    put("/api/v1/me/notifications", Scope::account_write, handler<put_notifications>),
    repeatable("/api/v1/me/notifications/read", handler<post_notifications_read>),
    stream("/api/v1/me/stream", handler<get_stream>),
    mine("/api/v1/me/turns", Scope::game_read, handler<get_turns>, turn_parameters),
    mine("/api/v1/me/watches", Scope::game_read, handler<get_watches>, paging_parameters),
    put("/api/v1/games/{game}/watch", Scope::game_play, handler<put_watch>),
    remove("/api/v1/games/{game}/watch", Scope::game_play, handler<delete_watch>),
    mine_with("/api/v1/me/calendar", Scope::account_read, handler<get_calendar>, game_read),
    remove("/api/v1/me/calendar", Scope::account_write, handler<delete_calendar>),
    mine("/api/v1/me/calendar.ics", Scope::game_read, handler<get_my_calendar>),
    secret("/api/v1/calendars/{calendar}", handler<get_secret_calendar>),
    look("/api/v1/games/{game}/feed", Scope::game_read, handler<get_feed_address>),
    read("/api/v1/games/{game}/feed.atom", handler<get_feed>, feed_parameters),
    mine("/api/v1/me/push", Scope::account_read, handler<get_push>),
    hook("/api/v1/me/push", net::Method::put, handler<put_push>),
    remove("/api/v1/me/push", Scope::account_write, handler<delete_push>),
    mine("/api/v1/me/webhooks", Scope::account_read, handler<get_webhooks>),
    hook("/api/v1/me/webhooks", net::Method::post, handler<post_webhook>),
    mine("/api/v1/me/webhooks/{webhook}", Scope::account_read, handler<get_webhook>),
    hook("/api/v1/me/webhooks/{webhook}", net::Method::put, handler<put_webhook>),
    remove("/api/v1/me/webhooks/{webhook}", Scope::account_write, handler<delete_webhook>),
    repeatable("/api/v1/me/webhooks/{webhook}/enable", handler<post_webhook_enable>),
    repeatable("/api/v1/me/webhooks/{webhook}/test", handler<post_webhook_test>),
    mine("/api/v1/me/webhooks/{webhook}/deliveries", Scope::account_read,
         handler<get_webhook_deliveries>),
};

}  // namespace

std::span<const Route> notice_routes() {
    return notify_table;
}

}  // namespace tanbo::http
