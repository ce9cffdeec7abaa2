#include <utility>

#include "protocol/people/study.hpp"
#include "server/chat/notes.hpp"
#include "server/game/views/views.hpp"
#include "server/http/chat/handlers.hpp"

// Trees of variations of a player beside a game, for themselves alone.
namespace tanbo::http {

Awaitable<Reply> get_study(RequestContext& context, chat::Notes& notes, game::Views& views) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto view = co_await views.get(*game, context.account());
    if (!view) co_return view.error();
    auto study = co_await notes.find_study(context.identity->account, *game);
    if (!study) co_return study.error();
    co_return personal_response(std::move(*study));
}

Awaitable<Reply> put_study(RequestContext& context, chat::Notes& notes) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_put_study(context.request.body);
    if (!request) co_return request.error();
    auto study = co_await notes.put_study(context.identity->account, *game, std::move(*request));
    if (!study) co_return study.error();
    co_return personal_response(std::move(*study));
}

Awaitable<Reply> delete_study(RequestContext& context, chat::Notes& notes) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto done = co_await notes.remove_study(context.identity->account, *game);
    if (!done) co_return done.error();
    co_return no_content();
}

}  // namespace tanbo::http
