#include "protocol/games/plans.hpp"

#include "server/game/plans.hpp"
#include "server/game/views/views.hpp"
#include "server/http/game/handlers.hpp"

// A player's own plan in a game: no other player's requests lead here.
namespace tanbo::http {

Awaitable<Reply> get_plan(RequestContext& context, game::Views& views) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto plan = co_await views.plan(*game, context.identity->account);
    if (!plan) co_return plan.error();
    co_return unstored_response(200, std::move(*plan));
}

Awaitable<Reply> put_plan(RequestContext& context, game::Referee& referee) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_set_plan(context.request.body);
    if (!request) co_return request.error();
    auto plan =
        co_await game::set_plan(referee, *game, context.identity->account, std::move(*request));
    if (!plan) co_return plan.error();
    co_return unstored_response(200, std::move(*plan));
}

Awaitable<Reply> delete_plan(RequestContext& context, game::Referee& referee) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto done = co_await game::remove_plan(referee, *game, context.identity->account);
    if (!done) co_return done.error();
    co_return no_content();
}

}  // namespace tanbo::http
