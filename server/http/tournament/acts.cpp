#include <algorithm>
#include <limits>
#include <utility>

#include "protocol/games/requests.hpp"
#include "protocol/tournaments/ladders.hpp"
#include "protocol/tournaments/requests.hpp"
#include "protocol/tournaments/settings.hpp"
#include "server/http/game/validators.hpp"
#include "server/http/tournament/handlers.hpp"
#include "server/tournament/tournaments.hpp"

// Tournaments: made, entered and directed.
namespace tanbo::http {
namespace {

using protocol::Code;

// The game behind the tournament in the path.
protocol::Result<protocol::GameId> second_game(const RequestContext& context) {
    return id_argument<protocol::GameId>(context, 1, Code::no_such_game, "game");
}

Reply to_reply(int status, const protocol::Result<tournament::Answer>& answer) {
    if (!answer) return answer.error();
    net::Response response = unstored_response(status, answer->body);
    return response;
}

template <class Request>
using Decode = protocol::Result<Request> (*)(std::string_view body);
template <class Request>
using Act = Tournaments::Written (Tournaments::*)(protocol::AccountId, protocol::TournamentId,
                                                  Request, Tournaments::Key);
// An act on the tournament in the path: `act` takes the request that `decode` reads.
template <class Request>
Awaitable<Reply> act_with(RequestContext& context, Tournaments& tournaments, int status,
                          Decode<Request> decode, Act<Request> act) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    auto request = decode(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer = co_await (tournaments.*act)(context.identity->account, *id,
                                                    std::move(*request), std::move(key));
    co_return to_reply(status, answer);
}

Awaitable<Reply> answer_on_ladder(RequestContext& context, Tournaments& tournaments,
                                  tournament::ChallengeAnswer answer) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto number = id_number(context, 1, Code::no_such_challenge, "challenge");
    if (!number) co_return number.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto most = std::int64_t{std::numeric_limits<int>::max()};
    const auto challenge = static_cast<int>(std::min(*number, most));
    const auto done = co_await tournaments.answer(context.identity->account, *id, challenge, answer,
                                                  std::move(key));
    co_return to_reply(200, done);
}

}  // namespace

protocol::Result<protocol::TournamentId> tournament_argument(const RequestContext& context) {
    return id_argument<protocol::TournamentId>(context, 0, Code::no_such_tournament, "tournament");
}

Awaitable<Reply> post_tournament(RequestContext& context, Tournaments& tournaments) {
    auto request = protocol::decode_create_tournament(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer =
        co_await tournaments.create(context.identity->account, std::move(*request), std::move(key));
    if (!answer) co_return answer.error();
    net::Response response = unstored_response(201, answer->body);
    set_header(response, "Location", "/api/v1/tournaments/" + to_string(answer->id));
    co_return response;
}

Awaitable<Reply> patch_tournament(RequestContext& context, Tournaments& tournaments) {
    return act_with(context, tournaments, 200, protocol::decode_change_tournament,
                    &Tournaments::change);
}

Awaitable<Reply> delete_tournament(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto done = co_await tournaments.remove(context.identity->account, *id);
    if (!done) co_return done.error();
    co_return no_content();
}

Awaitable<Reply> post_tournament_join(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer = co_await tournaments.join(context.identity->account, *id, std::move(key));
    co_return to_reply(200, answer);
}

Awaitable<Reply> post_tournament_withdraw(RequestContext& context, Tournaments& tournaments) {
    return act_with(context, tournaments, 200, protocol::decode_withdraw, &Tournaments::withdraw);
}

Awaitable<Reply> post_tournament_rest(RequestContext& context, Tournaments& tournaments) {
    return act_with(context, tournaments, 200, protocol::decode_rest, &Tournaments::rest);
}

Awaitable<Reply> post_tournament_start(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer = co_await tournaments.start(context.identity->account, *id, std::move(key));
    co_return to_reply(200, answer);
}

Awaitable<Reply> post_tournament_cancel(RequestContext& context, Tournaments& tournaments) {
    return act_with(context, tournaments, 200, protocol::decode_cancel_tournament,
                    &Tournaments::cancel);
}

Awaitable<Reply> post_ladder_challenge(RequestContext& context, Tournaments& tournaments) {
    return act_with(context, tournaments, 201, protocol::decode_challenge_on_ladder,
                    &Tournaments::challenge);
}

Awaitable<Reply> post_ladder_accept(RequestContext& context, Tournaments& tournaments) {
    return answer_on_ladder(context, tournaments, tournament::ChallengeAnswer::accept);
}

Awaitable<Reply> post_ladder_decline(RequestContext& context, Tournaments& tournaments) {
    return answer_on_ladder(context, tournaments, tournament::ChallengeAnswer::decline);
}

Awaitable<Reply> post_ladder_cancel(RequestContext& context, Tournaments& tournaments) {
    return answer_on_ladder(context, tournaments, tournament::ChallengeAnswer::cancel);
}

Awaitable<Reply> put_organiser(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto answer = co_await tournaments.set_organiser(context.identity->account, *id,
                                                           context.argument(1), true);
    if (!answer) co_return answer.error();
    co_return no_content();
}

Awaitable<Reply> delete_organiser(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto answer = co_await tournaments.set_organiser(context.identity->account, *id,
                                                           context.argument(1), false);
    if (!answer) co_return answer.error();
    co_return no_content();
}

Awaitable<Reply> post_forfeit(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto game = second_game(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_forfeit(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer = co_await tournaments.forfeit(context.identity->account, *id, *game,
                                                     std::move(*request), std::move(key));
    co_return to_reply(201, answer);
}

Awaitable<Reply> post_tournament_verdict(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto game = second_game(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_tournament_verdict(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer = co_await tournaments.adjudicate(context.identity->account, *id, *game,
                                                        std::move(*request), std::move(key));
    co_return to_reply(201, answer);
}

Awaitable<Reply> post_annulment(RequestContext& context, Tournaments& tournaments) {
    const auto id = tournament_argument(context);
    if (!id) co_return id.error();
    const auto game = second_game(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_annul(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    const auto answer = co_await tournaments.annul(context.identity->account, *id, *game,
                                                   std::move(*request), std::move(key));
    co_return to_reply(201, answer);
}

}  // namespace tanbo::http
