#include <limits>
#include <utility>

#include "protocol/games/planned_move.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/games/requests.hpp"
#include "server/game/bots.hpp"
#include "server/game/planned_moves.hpp"
#include "server/game/referee.hpp"
#include "server/http/game/handlers.hpp"
#include "server/http/game/validators.hpp"

// Commands to one game. All of them are decided by the referee.
namespace tanbo::http {
namespace {

using Seen = std::optional<std::uint32_t>;

// `seen` is the seq up to which the player had seen the game; of a move, its own.
Awaitable<Reply> submit(RequestContext& context, game::Referee& referee, protocol::GameId game,
                        game::Command command, Seen seen, int status) {
    auto submitted = referee.submit(game, std::move(command), idempotency_of(context), seen);
    const auto receipt = co_await std::move(submitted);
    if (!receipt) co_return receipt.error();
    co_return unstored_response(status, receipt->body);
}

Awaitable<Reply> submit_with_plan(game::Referee& referee, protocol::GameId game, game::Move move,
                                  protocol::PlanBranches plan) {
    const auto event =
        co_await game::play_with_plan(referee, game, std::move(move), std::move(plan));
    if (!event) co_return event.error();
    co_return unstored_response(201, *event);
}

Awaitable<Reply> refuse(protocol::Error error) {
    co_return error;
}

}  // namespace

Awaitable<Reply> post_join(RequestContext& context, game::Referee& referee) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto request = protocol::decode_join_game(context.request.body);
    if (!request) co_return request.error();
    game::Command command = engine::Join{context.identity->player(), request->seat};
    co_return co_await submit(context, referee, *game, std::move(command), request->seq, 200);
}

Awaitable<Reply> post_move(RequestContext& context, game::Referee& referee) {
    const auto game = game_argument(context);
    if (!game) return refuse(game.error());
    auto request = protocol::decode_planned_move(context.request.body);
    if (!request) return refuse(request.error());
    auto& [point, ply, seq] = request->move;
    game::Move move{context.identity->account, std::move(point), ply, seq};
    if (request->plan) {
        return submit_with_plan(referee, *game, std::move(move), std::move(*request->plan));
    }
    game::Command command = std::move(move);
    return submit(context, referee, *game, std::move(command), std::nullopt, 201);
}

namespace {

// A command of which there is nothing more to say.
Awaitable<Reply> submit_plain(RequestContext& context, game::Referee& referee,
                              game::Command command, int status = 201) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto request = protocol::decode_act(context.request.body);
    if (!request) co_return request.error();
    co_return co_await submit(context, referee, *game, std::move(command), request->seq, status);
}

// A proposal's id, the seq of its event, is the second name in the path.
protocol::Result<std::uint32_t> proposal_argument(const RequestContext& context) {
    const auto id =
        number_in("proposal", context.argument(1), 1, std::numeric_limits<std::uint32_t>::max());
    if (id) return *id;
    return refusal(protocol::Code::no_such_proposal, "This proposal does not exist.");
}

Awaitable<Reply> answer_proposal(RequestContext& context, game::Referee& referee, bool accepts) {
    const auto proposal = proposal_argument(context);
    if (!proposal) co_return proposal.error();
    game::Command command = engine::AnswerProposal{context.identity->account, *proposal, accepts};
    co_return co_await submit_plain(context, referee, std::move(command));
}

}  // namespace

Awaitable<Reply> post_start(RequestContext& context, game::Referee& referee) {
    return submit_plain(context, referee, engine::Start{context.identity->account}, 200);
}

Awaitable<Reply> post_leave(RequestContext& context, game::Referee& referee) {
    return submit_plain(context, referee, engine::Leave{context.identity->account});
}

Awaitable<Reply> post_proposal(RequestContext& context, game::Referee& referee) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto request = protocol::decode_make_proposal(context.request.body);
    if (!request) co_return request.error();
    game::Command command =
        engine::Propose{context.identity->account, request->kind, request->target};
    co_return co_await submit(context, referee, *game, std::move(command), request->seq, 201);
}

Awaitable<Reply> post_accept_proposal(RequestContext& context, game::Referee& referee) {
    return answer_proposal(context, referee, true);
}

Awaitable<Reply> post_decline_proposal(RequestContext& context, game::Referee& referee) {
    return answer_proposal(context, referee, false);
}

Awaitable<Reply> post_swap(RequestContext& context, game::Referee& referee) {
    return submit_plain(context, referee, engine::Swap{context.identity->account});
}

Awaitable<Reply> post_resume(RequestContext& context, game::Referee& referee) {
    return submit_plain(context, referee, engine::Resume{context.identity->account});
}

namespace {

Awaitable<Reply> seat_bot(RequestContext& context, game::Referee& referee, protocol::GameId game,
                          protocol::TakeSeat request) {
    auto key = idempotency_of(context);
    auto receipt = co_await game::submit_bot(referee, game, context.identity->account,
                                             std::move(request), std::move(key));
    if (!receipt) co_return receipt.error();
    co_return unstored_response(201, receipt->body);
}

}  // namespace

Awaitable<Reply> post_substitute(RequestContext& context, game::Referee& referee) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto request = protocol::decode_take_seat(context.request.body);
    if (!request) co_return request.error();
    if (!request->player.empty()) co_return co_await seat_bot(context, referee, *game, *request);
    game::Command command = engine::TakeOver{context.identity->player(), request->seat, {}};
    co_return co_await submit(context, referee, *game, std::move(command), request->seq, 201);
}

}  // namespace tanbo::http
