#include "protocol/games/events.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "server/game/feed/follower.hpp"
#include "server/game/views/views.hpp"
#include "server/http/etag.hpp"
#include "server/http/game/event_stream.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"
#include "server/http/negotiate.hpp"

// A game's events: a page of them, or a stream.
namespace tanbo::http {
namespace {

using protocol::Code;

constexpr std::size_t page_events_default = 500;
constexpr std::uint32_t page_events_max = 1000;
constexpr std::uint32_t seq_max = std::numeric_limits<std::uint32_t>::max();

constexpr std::array<std::string_view, 3> offered = {"application/json", "text/event-stream",
                                                     "application/x-ndjson"};
enum class Form : std::uint8_t { json, event_stream, ndjson };

struct Wanted {
    Form form = Form::json;
    std::uint32_t after = 0;
    std::size_t limit = page_events_default;
    bool is_following = false;
};

protocol::Error too_many(std::string_view name, std::string_view form) {
    return refusal(Code::bad_parameter, protocol::quotation(name) + " cannot be combined with " +
                                            std::string(form) + ".");
}

protocol::Result<Wanted> wanted_of(const RequestContext& context) {
    Wanted wanted;
    const auto chosen = choose_type(context.request, offered);
    if (!chosen) {
        return refusal(Code::not_acceptable,
                       "Accept application/json, text/event-stream or "
                       "application/x-ndjson.");
    }
    wanted.form = static_cast<Form>(*chosen);
    const auto after = number_parameter(context.query, "after", 0, seq_max);
    if (!after) return after.error();
    wanted.after = after->value_or(0);
    const auto limit = number_parameter(context.query, "limit", 1, page_events_max);
    if (!limit) return limit.error();
    if (*limit && wanted.form != Form::json) return too_many("limit", offered[*chosen]);
    wanted.limit = limit->value_or(page_events_default);
    const auto follow = flag_parameter(context.query, "follow");
    if (!follow) return follow.error();
    if (*follow && wanted.form != Form::ndjson) return too_many("follow", offered[*chosen]);
    wanted.is_following = wanted.form == Form::event_stream || follow->value_or(false);
    return wanted;
}

Awaitable<Reply> page(RequestContext& context, game::Views& views, protocol::GameId game,
                      Wanted wanted) {
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
                        Wanted wanted) {
    const bool is_sse = wanted.form == Form::event_stream;
    const StreamForm form = is_sse ? StreamForm::sse : StreamForm::ndjson;
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
    auto wanted = wanted_of(context);
    if (!wanted) co_return wanted.error();
    const auto is_present = check_epoch(context.query, views.epoch());
    if (!is_present) co_return is_present.error();
    if (wanted->form == Form::event_stream) {
        const auto last = last_event_id(context.request, views.place_tag());
        if (!last) co_return last.error();
        wanted->after = last->value_or(wanted->after);
    }
    Wanted request = *wanted;
    if (request.form == Form::json) {
        co_return co_await page(context, views, *game, request);
    }
    co_return co_await stream(context, views, feed, authenticator, *game, request);
}

}  // namespace tanbo::http
