#include "protocol/games/events.hpp"

#include <algorithm>
#include <memory>

#include "server/game/feed/follower.hpp"
#include "server/game/views/views.hpp"
#include "server/http/etag.hpp"
#include "server/http/game/event_stream.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"

// A game's events: a page of them, or a stream.
namespace tanbo::http {
namespace {

using protocol::Code;

Awaitable<Reply> page(RequestContext& context, game::Views& views, protocol::GameId game,
                      EventsRequest wanted) {
    auto view = co_await views.get(game, context.account());
    if (!view) co_return view.error();
    if (wanted.after > view->seq()) {
        protocol::Error error = refusal(
            Code::bad_parameter, "after must be at most " + std::to_string(view->seq()) +
                                     ", the game's seq; got " + std::to_string(wanted.after) + ".");
        error.seq = view->seq();
        co_return error;
    }
    // A page may be long, and so may it take to hash it.
    const auto etag = std::make_shared<std::string>();
    auto write = [game, seq = view->seq(), etag](const std::vector<protocol::StoredEvent>& events) {
        const std::uint32_t last = events.empty() ? seq : std::max(seq, events.back().seq);
        std::string text = protocol::encode_events_page(game, events, last);
        *etag = etag_of(text);
        return protocol::Result<std::string>(std::move(text));
    };
    auto text = co_await views.write_page(*view, wanted.after, wanted.limit, std::move(write));
    if (!text) co_return text.error();
    net::Response response = json_response(200, std::move(*text));
    set_header(response, "ETag", *etag);
    const bool is_public = view->match().visibility() == engine::Visibility::everyone;
    set_header(response, "Vary", "Accept");
    set_header(response, "Cache-Control", is_public ? "no-cache" : "private, no-cache");
    co_return response;
}

Awaitable<Reply> stream(RequestContext& context, game::Views& views, game::Feed& feed,
                        account::Authenticator& authenticator, protocol::GameId game,
                        EventsRequest wanted) {
    const StreamForm form = *wanted.stream;
    const EventSource source{feed, views, authenticator, views.place_tag()};
    auto opened = co_await EventStream::open(source, game, context.identity, wanted.after, form,
                                             wanted.is_following);
    if (!opened) co_return opened.error();
    net::Producer producer = EventStream::producer(std::move(*opened));
    net::Response response = stream_response(form, std::move(producer), wanted.is_following);
    co_return response;
}

}  // namespace

Awaitable<Reply> get_events(RequestContext& context, game::Views& views, game::Feed& feed,
                            account::Authenticator& authenticator) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto wanted = events_request(context, {views.epoch(), views.place_tag()});
    if (!wanted) co_return wanted.error();
    const EventsRequest request = *wanted;
    if (!request.stream) {
        co_return co_await page(context, views, *game, request);
    }
    co_return co_await stream(context, views, feed, authenticator, *game, request);
}

}  // namespace tanbo::http
