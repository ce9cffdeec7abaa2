#include "server/chat/chat.hpp"

#include "protocol/chat.hpp"
#include "server/api/limiter.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/views.hpp"
#include "server/http/chat/handlers.hpp"
#include "server/http/game/validators.hpp"

// What people say beside games, and whom they do not want to read.
namespace tanbo::http {
namespace {

using protocol::Code;

// Which room is meant; without the parameter that of the players.
protocol::Result<protocol::ChatRoom> room_parameter(const net::Query& query) {
    const auto room =
        word_parameter(query, "room", protocol::parse_chat_room, "players or spectators");
    if (!room) return room.error();
    return room->value_or(protocol::ChatRoom::players);
}

// Not counted for whoever calls from this machine.
protocol::Result<void> admit_message(const Exchange& exchange) {
    return exchange.services.messages.take_command(
        exchange.identity->account, exchange.request.is_local, exchange.services.clock());
}

}  // namespace

Awaitable<Reply> get_chat(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto room = room_parameter(exchange.query);
    if (!room) co_return room.error();
    auto wanted = page_parameters(exchange.query, chat::page_default, chat::page_max);
    if (!wanted) co_return wanted.error();
    const auto view = co_await exchange.here.views.get(*game, exchange.account());
    if (!view) co_return view.error();
    const auto admitted = chat::admit(view->match(), *room, exchange.account());
    if (!admitted) co_return admitted.error();
    auto page = co_await exchange.services.chat.page(exchange.account(), *game, *room,
                                                     std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
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
                                                     std::move(*request), std::move(key));
    if (!line) co_return line.error();
    co_return unstored_response(201, std::move(*line));
}

Awaitable<Reply> post_chat_report(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto message =
        id_argument<protocol::ChatMessageId>(exchange, 1, Code::no_such_message, "message");
    if (!message) co_return message.error();
    auto request = protocol::decode_report_message(exchange.request.body);
    if (!request) co_return request.error();
    auto reporter = *exchange.identity;
    auto key = idempotency_of(exchange);
    auto receipt = co_await exchange.services.chat.report(
        std::move(reporter), *game, *message, std::move(request->reason), std::move(key));
    if (!receipt) co_return receipt.error();
    co_return unstored_response(201, std::move(*receipt));
}

Awaitable<Reply> get_mutes(Exchange& exchange) {
    auto mutes = co_await exchange.services.chat.mutes(exchange.identity->account);
    if (!mutes) co_return mutes.error();
    co_return personal_response(std::move(*mutes));
}

Awaitable<Reply> put_mute(Exchange& exchange) {
    std::string handle = exchange.argument();
    const auto muted =
        co_await exchange.services.chat.mute(exchange.identity->account, std::move(handle));
    if (!muted) co_return muted.error();
    co_return no_content();
}

Awaitable<Reply> delete_mute(Exchange& exchange) {
    std::string handle = exchange.argument();
    const auto unmuted =
        co_await exchange.services.chat.unmute(exchange.identity->account, std::move(handle));
    if (!unmuted) co_return unmuted.error();
    co_return no_content();
}

}  // namespace tanbo::http
