#include <limits>

#include "protocol/proposals.hpp"
#include "protocol/requests.hpp"
#include "server/game/referee.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"

// Commands to one game. All of them are decided by the referee.
namespace tanbo::http {
namespace {

using Seen = std::optional<std::uint32_t>;

// `seen` is the seq up to which the player had seen the game; of a move, its own.
Awaitable<Reply> submit(Exchange& exchange, std::int64_t game, game::Command command, Seen seen,
                        int status) {
    auto key = idempotency_of(exchange);
    auto receipt =
        co_await exchange.services.referee.submit(game, std::move(command), std::move(key), seen);
    if (!receipt) co_return receipt.error();
    co_return unstored_response(status, receipt->body);
}

}  // namespace

Awaitable<Reply> post_join(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_join_game(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command = engine::Join{exchange.identity->player(), request->seat};
    co_return co_await submit(exchange, *game, std::move(command), request->seq, 200);
}

Awaitable<Reply> post_move(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto request = protocol::decode_play_move(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command = game::Move{exchange.identity->account, std::move(request->point),
                                       request->ply, request->seq};
    co_return co_await submit(exchange, *game, std::move(command), std::nullopt, 201);
}

namespace {

// A command of which there is nothing more to say.
Awaitable<Reply> submit_plain(Exchange& exchange, game::Command command, int status = 201) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_act(exchange.request.body);
    if (!request) co_return request.error();
    co_return co_await submit(exchange, *game, std::move(command), request->seq, status);
}

// A proposal's id, the seq of its event, is the second name in the path.
protocol::Result<std::uint32_t> proposal_argument(const Exchange& exchange) {
    const auto id =
        number_in("proposal", exchange.argument(1), 1, std::numeric_limits<std::uint32_t>::max());
    if (id) return *id;
    return refusal(protocol::Code::no_such_proposal, "There is no such proposal.");
}

Awaitable<Reply> answer_proposal(Exchange& exchange, bool accepts) {
    const auto proposal = proposal_argument(exchange);
    if (!proposal) co_return proposal.error();
    game::Command command = engine::AnswerProposal{exchange.identity->account, *proposal, accepts};
    co_return co_await submit_plain(exchange, std::move(command));
}

}  // namespace

Awaitable<Reply> post_start(Exchange& exchange) {
    return submit_plain(exchange, engine::Start{exchange.identity->account}, 200);
}

Awaitable<Reply> post_leave(Exchange& exchange) {
    return submit_plain(exchange, engine::Leave{exchange.identity->account});
}

Awaitable<Reply> post_proposal(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_make_proposal(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command =
        engine::Propose{exchange.identity->account, request->kind, request->target};
    co_return co_await submit(exchange, *game, std::move(command), request->seq, 201);
}

Awaitable<Reply> post_accept_proposal(Exchange& exchange) {
    return answer_proposal(exchange, true);
}

Awaitable<Reply> post_decline_proposal(Exchange& exchange) {
    return answer_proposal(exchange, false);
}

Awaitable<Reply> post_swap(Exchange& exchange) {
    return submit_plain(exchange, engine::Swap{exchange.identity->account});
}

Awaitable<Reply> post_resume(Exchange& exchange) {
    return submit_plain(exchange, engine::Resume{exchange.identity->account});
}

Awaitable<Reply> post_substitute(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto request = protocol::decode_take_seat(exchange.request.body);
    if (!request) co_return request.error();
    game::Command command = engine::TakeOver{exchange.identity->player(), request->seat, {}};
    co_return co_await submit(exchange, *game, std::move(command), request->seq, 201);
}

}  // namespace tanbo::http
