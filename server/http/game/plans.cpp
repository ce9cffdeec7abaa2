#include "protocol/plans.hpp"

#include "server/game/plans.hpp"
#include "server/game/proceedings.hpp"
#include "server/game/referee.hpp"
#include "server/game/views.hpp"
#include "server/http/game/handlers.hpp"

// A player's own plan in a game: nobody else's requests lead here.
namespace tanbo::http {
Awaitable<Reply> get_plan(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto plan = co_await exchange.here.views.plan(*game, exchange.identity->account);
    if (!plan) co_return plan.error();
    co_return unstored_response(200, std::move(*plan));
}

Awaitable<Reply> put_plan(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto request = protocol::decode_set_plan(exchange.request.body);
    if (!request) co_return request.error();
    const std::int64_t account = exchange.identity->account;
    std::function<protocol::Result<std::string>(storage::Transaction&, game::Proceedings&)> work =
        [game = *game, account, plan = std::move(*request)](storage::Transaction& transaction,
                                                            game::Proceedings& games) {
            return game::set_plan(transaction, games, game, account, plan);
        };
    auto plan = co_await exchange.services.referee.perform<std::string>(std::move(work));
    if (!plan) co_return plan.error();
    co_return unstored_response(200, std::move(*plan));
}

Awaitable<Reply> delete_plan(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const std::int64_t account = exchange.identity->account;
    game::Performance work = [game = *game, account](storage::Transaction& transaction,
                                                     game::Proceedings& games) {
        return game::remove_plan(transaction, games, game, account);
    };
    const auto done = co_await exchange.services.referee.perform<void>(std::move(work));
    if (!done) co_return done.error();
    co_return no_content();
}

}  // namespace tanbo::http
