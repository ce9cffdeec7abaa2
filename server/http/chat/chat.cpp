#include "server/chat/chat.hpp"

#include "protocol/people/chat.hpp"
#include "server/api_common/limiter.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/views/views.hpp"
#include "server/http/chat/handlers.hpp"
#include "server/http/game/validators.hpp"

// Chat beside games, and whom players do not want to read.
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

// Counts a message, unless the client is on this machine.
protocol::Result<void> admit_message(const RequestContext& context, const base::Clock& clock,
                                     const MessageLimit& message_limit) {
    return message_limit.limiter.take_command(context.identity->payer(), context.request.is_local,
                                              clock());
}

}  // namespace

Awaitable<Reply> get_chat(RequestContext& context, chat::Chat& chat, game::Views& views) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto room = room_parameter(context.query);
    if (!room) co_return room.error();
    auto wanted = page_parameters(context.query, chat::page_default, chat::page_max);
    if (!wanted) co_return wanted.error();
    const auto view = co_await views.get(*game, context.account());
    if (!view) co_return view.error();
    const auto admitted = chat::admit(view->match(), *room, context.account());
    if (!admitted) co_return admitted.error();
    auto page = co_await chat.page(context.account(), *game, *room, std::move(wanted->cursor),
                                   wanted->limit);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> post_chat(RequestContext& context, chat::Chat& chat, const base::Clock& clock,
                           const MessageLimit& message_limit) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto room = room_parameter(context.query);
    if (!room) co_return room.error();
    auto request = protocol::decode_post_message(context.request.body);
    if (!request) co_return request.error();
    const auto counted = admit_message(context, clock, message_limit);
    if (!counted) co_return counted.error();
    auto author = *context.identity;
    auto key = idempotency_of(context);
    if (key) key->scope.append("?room=").append(protocol::chat_room_name(*room));
    auto line =
        co_await chat.post(std::move(author), *game, *room, std::move(*request), std::move(key));
    if (!line) co_return line.error();
    co_return unstored_response(201, std::move(*line));
}

Awaitable<Reply> post_chat_report(RequestContext& context, chat::Chat& chat) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto message =
        id_argument<protocol::ChatMessageId>(context, 1, Code::no_such_message, "message");
    if (!message) co_return message.error();
    auto request = protocol::decode_report_message(context.request.body);
    if (!request) co_return request.error();
    auto reporter = *context.identity;
    auto key = idempotency_of(context);
    auto receipt = co_await chat.report(std::move(reporter), *game, *message,
                                        std::move(request->reason), std::move(key));
    if (!receipt) co_return receipt.error();
    co_return unstored_response(201, std::move(*receipt));
}

Awaitable<Reply> get_mutes(RequestContext& context, chat::Chat& chat) {
    auto mutes = co_await chat.mutes(context.identity->account);
    if (!mutes) co_return mutes.error();
    co_return personal_response(std::move(*mutes));
}

Awaitable<Reply> put_mute(RequestContext& context, chat::Chat& chat) {
    std::string handle = context.argument();
    const auto muted = co_await chat.mute(context.identity->account, std::move(handle));
    if (!muted) co_return muted.error();
    co_return no_content();
}

Awaitable<Reply> delete_mute(RequestContext& context, chat::Chat& chat) {
    std::string handle = context.argument();
    const auto unmuted = co_await chat.unmute(context.identity->account, std::move(handle));
    if (!unmuted) co_return unmuted.error();
    co_return no_content();
}

}  // namespace tanbo::http
