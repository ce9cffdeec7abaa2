#include "server/chat/chat.hpp"

#include <charconv>

#include "protocol/chat.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/views.hpp"
#include "server/http/chat/handlers.hpp"
#include "server/http/game/validators.hpp"
#include "server/http/limiter.hpp"

// What people say beside games, and whom they do not want to read.
namespace tanbo::http {
namespace {

using protocol::Code;

// Which room is meant; without the parameter that of the players.
protocol::Result<protocol::ChatRoom> room_parameter(const net::Query& query) {
    const auto name = query.find("room");
    if (!name) return protocol::ChatRoom::players;
    const auto room = protocol::parse_chat_room(*name);
    if (room) return *room;
    return refusal(Code::bad_parameter,
                   "room is \"" + std::string(*name) + "\"; it must be players or spectators.");
}

// The number in the path. Errors: no_such_message, also for what is no number.
protocol::Result<std::int64_t> message_argument(const Exchange& exchange) {
    const std::string& text = exchange.argument(1);
    std::int64_t id = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, id);
    if (parsed.ec == std::errc() && parsed.ptr == end && id > 0) return id;
    return refusal(Code::no_such_message, "There is no message " + text + ".");
}

// Not counted for whoever calls from this machine.
protocol::Result<void> admit_message(const Exchange& exchange) {
    return exchange.services.messages.take_command(
        exchange.identity->account, exchange.request.peer, exchange.services.clock());
}

net::Response private_json(int status, std::string body) {
    net::Response response = json_response(status, std::move(body));
    set_header(response, "Cache-Control", status == 200 ? "private, no-cache" : "no-store");
    return response;
}

net::Response done() {
    net::Response response;
    response.status = 204;
    return response;
}

}  // namespace

Awaitable<Reply> get_chat(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto room = room_parameter(exchange.query);
    if (!room) co_return room.error();
    const auto limit = number_parameter(exchange.query, "limit", 1, chat::page_max);
    if (!limit) co_return limit.error();
    const auto view = co_await exchange.here.views.get(*game, exchange.account());
    if (!view) co_return view.error();
    const auto admitted = chat::admit(view->match(), *room, exchange.account());
    if (!admitted) co_return admitted.error();
    auto cursor = text_parameter(exchange.query, "cursor");
    const int count = static_cast<int>(limit->value_or(chat::page_default));
    auto page = co_await exchange.services.chat.page(exchange.account(), *game, *room,
                                                     std::move(cursor), count);
    if (!page) co_return page.error();
    co_return private_json(200, std::move(*page));
}

Awaitable<Reply> post_chat(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto room = room_parameter(exchange.query);
    if (!room) co_return room.error();
    auto request = protocol::decode_post_message(exchange.request.body);
    if (!request) co_return request.error();
    const auto counted = admit_message(exchange);
    if (!counted) co_return counted.error();
    auto author = *exchange.identity;
    auto key = idempotency_of(exchange);
    if (key) key->scope.append("?room=").append(protocol::chat_room_name(*room));
    auto line = co_await exchange.services.chat.post(std::move(author), *game, *room,
                                                     std::move(request->text), std::move(key));
    if (!line) co_return line.error();
    co_return private_json(201, std::move(*line));
}

Awaitable<Reply> post_chat_report(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto message = message_argument(exchange);
    if (!message) co_return message.error();
    auto request = protocol::decode_report_message(exchange.request.body);
    if (!request) co_return request.error();
    auto reporter = *exchange.identity;
    auto key = idempotency_of(exchange);
    auto receipt = co_await exchange.services.chat.report(
        std::move(reporter), *game, *message, std::move(request->reason), std::move(key));
    if (!receipt) co_return receipt.error();
    co_return private_json(201, std::move(*receipt));
}

Awaitable<Reply> get_mutes(Exchange& exchange) {
    auto mutes = co_await exchange.services.chat.mutes(exchange.identity->account);
    if (!mutes) co_return mutes.error();
    co_return private_json(200, std::move(*mutes));
}

Awaitable<Reply> put_mute(Exchange& exchange) {
    std::string handle = exchange.argument();
    const auto muted =
        co_await exchange.services.chat.mute(exchange.identity->account, std::move(handle));
    if (!muted) co_return muted.error();
    co_return done();
}

Awaitable<Reply> delete_mute(Exchange& exchange) {
    std::string handle = exchange.argument();
    const auto unmuted =
        co_await exchange.services.chat.unmute(exchange.identity->account, std::move(handle));
    if (!unmuted) co_return unmuted.error();
    co_return done();
}

}  // namespace tanbo::http
