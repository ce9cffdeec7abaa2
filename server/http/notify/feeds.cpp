#include "protocol/people/notices.hpp"
#include "server/http/etag.hpp"
#include "server/http/game/validators.hpp"
#include "server/http/notify/handlers.hpp"
#include "server/notify/notices.hpp"

// Calendars and feeds, for programs that carry no token.
namespace tanbo::http {
namespace {

using protocol::Code;

constexpr std::string_view calendar_suffix = ".ics";

std::string site_of(const RequestContext& context, const notify::Notices& notices) {
    return notices.site(context.request.host, context.request.is_secure);
}

net::Response address_response(const std::string& address) {
    return personal_response(protocol::encode_address(address));
}

net::Response calendar_response(std::string text) {
    net::Response response;
    response.content_type = "text/calendar; charset=utf-8";
    response.body = std::move(text);
    set_header(response, "Cache-Control", "private, no-cache");
    return response;
}

std::string calendar_address(const RequestContext& context, const notify::Notices& notices,
                             const std::string& key) {
    return site_of(context, notices) + "/api/v1/calendars/" + key + std::string(calendar_suffix);
}

std::string feed_path(protocol::GameId game) {
    return "/api/v1/games/" + to_string(game) + "/feed.atom";
}

}  // namespace

Awaitable<Reply> get_calendar(RequestContext& context, notify::Feeds& feeds,
                              const notify::Notices& notices) {
    auto key = co_await feeds.calendar_key(context.identity->account);
    if (!key) co_return key.error();
    co_return address_response(calendar_address(context, notices, *key));
}

Awaitable<Reply> delete_calendar(RequestContext& context, notify::Feeds& feeds) {
    auto renewed = co_await feeds.renew_keys(context.identity->account);
    if (!renewed) co_return renewed.error();
    co_return no_content();
}

Awaitable<Reply> get_my_calendar(RequestContext& context, notify::Feeds& feeds,
                                 const notify::Notices& notices, game::Views& views) {
    auto site = site_of(context, notices);
    auto text = co_await feeds.calendar(views, context.identity->account, std::move(site));
    if (!text) co_return text.error();
    co_return calendar_response(std::move(*text));
}

Awaitable<Reply> get_secret_calendar(RequestContext& context, notify::Feeds& feeds,
                                     const notify::Notices& notices, game::Views& views) {
    std::string key = context.argument();
    if (!key.ends_with(calendar_suffix)) {
        co_return refusal(Code::no_such_calendar, "A calendar address must end in \".ics\".");
    }
    key.resize(key.size() - calendar_suffix.size());
    auto owner = co_await feeds.owner_of_calendar(std::move(key));
    if (!owner) co_return owner.error();
    auto site = site_of(context, notices);
    auto text = co_await feeds.calendar(views, *owner, std::move(site));
    if (!text) co_return text.error();
    co_return calendar_response(std::move(*text));
}

Awaitable<Reply> get_feed_address(RequestContext& context, notify::Feeds& feeds,
                                  const notify::Notices& notices, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    auto view = co_await views.get(*id, context.account());
    if (!view) co_return view.error();
    std::string address = site_of(context, notices) + feed_path(*id);
    if (view->match().visibility() != engine::Visibility::everyone) {
        auto key = co_await feeds.feed_key(*id, *context.account());
        if (!key) co_return key.error();
        address += "?key=" + *key;
    }
    co_return address_response(address);
}

Awaitable<Reply> get_feed(RequestContext& context, notify::Feeds& feeds,
                          const notify::Notices& notices, game::Views& views) {
    const auto id = game_argument(context);
    if (!id) co_return id.error();
    const auto key = text_parameter(context.query, "key");
    std::optional<protocol::AccountId> reader;
    if (key) {
        std::string shown = *key;
        auto found = co_await feeds.reader_of_feed(*id, std::move(shown));
        if (!found) co_return found.error();
        reader = *found;
    }
    auto view = co_await views.get(*id, reader);
    if (!view) co_return view.error();
    net::Response response;
    response.content_type = "application/atom+xml; charset=utf-8";
    set_game_validators(response, views, view->match(), "atom");
    if (is_unchanged(context.request, *find_header(response, "ETag"))) co_return response;
    auto site = site_of(context, notices);
    std::string self = site + feed_path(*id) + (reader ? "?key=" + *key : "");
    auto text = co_await feeds.feed(std::move(*view), std::move(site), std::move(self));
    if (!text) co_return text.error();
    response.body = std::move(*text);
    co_return response;
}

}  // namespace tanbo::http
