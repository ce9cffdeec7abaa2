#include "protocol/requests.hpp"
#include "server/game/referee.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"

// Commands to one game. All of them are decided by the referee.
namespace tanbo::http {
namespace {

Awaitable<Reply> submit(Exchange& exchange, std::int64_t game, game::Command command, int status) {
    auto key = idempotency_of(exchange);
    auto receipt =
        co_await exchange.services.referee.submit(game, std::move(command), std::move(key));
    if (!receipt) co_return receipt.error();
    net::Response response = json_response(status, receipt->body);
    set_header(response, "Cache-Control", "no-store");
    co_return response;
}

}  // namespace

Awaitable<Reply> post_join(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_join_game(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command = engine::Join{exchange.identity->player(), request->seat};
    auto reply = co_await submit(exchange, *game, std::move(command), 200);
    co_return reply;
}

Awaitable<Reply> post_start(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_empty(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command = engine::Start{exchange.identity->account};
    auto reply = co_await submit(exchange, *game, std::move(command), 200);
    co_return reply;
}

Awaitable<Reply> post_move(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto request = protocol::decode_play_move(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command =
        game::Move{exchange.identity->account, std::move(request->point), request->ply};
    auto reply = co_await submit(exchange, *game, std::move(command), 201);
    co_return reply;
}

Awaitable<Reply> post_leave(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_empty(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command = engine::Leave{exchange.identity->account};
    auto reply = co_await submit(exchange, *game, std::move(command), 201);
    co_return reply;
}

}  // namespace tanbo::http
