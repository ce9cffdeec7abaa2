#include "server/chat/notes.hpp"

#include "protocol/people/note.hpp"
#include "server/game/views/views.hpp"
#include "server/http/chat/handlers.hpp"

// Notes of a player beside a game, for themselves alone.
namespace tanbo::http {
Awaitable<Reply> get_note(RequestContext& context, chat::Notes& notes, game::Views& views) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto view = co_await views.get(*game, context.account());
    if (!view) co_return view.error();
    auto note = co_await notes.find(context.identity->account, *game);
    if (!note) co_return note.error();
    co_return personal_response(std::move(*note));
}

Awaitable<Reply> put_note(RequestContext& context, chat::Notes& notes) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_put_note(context.request.body);
    if (!request) co_return request.error();
    auto note = co_await notes.put(context.identity->account, *game, std::move(request->text));
    if (!note) co_return note.error();
    co_return personal_response(std::move(*note));
}

}  // namespace tanbo::http
