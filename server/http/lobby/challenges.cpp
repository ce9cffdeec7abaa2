#include "protocol/people/challenges.hpp"

#include "server/http/game/validators.hpp"
#include "server/http/lobby/handlers.hpp"
#include "server/lobby/lobby.hpp"

// Challenges: made, found and answered.
namespace tanbo::http {
namespace {

using protocol::Code;

protocol::Result<protocol::ChallengeId> challenge_argument(const RequestContext& context) {
    return id_argument<protocol::ChallengeId>(context, 0, Code::no_such_challenge, "challenge");
}

net::Response challenge_response(int status, const lobby::ChallengeAnswer& answer) {
    net::Response response = unstored_response(status, answer.body);
    if (status == 201) {
        set_header(response, "Location", "/api/v1/challenges/" + to_string(answer.id));
    }
    return response;
}

// The one word that says whom challenges are for.
std::optional<bool> parse_me(std::string_view word) {
    return word == "me" ? std::optional(true) : std::nullopt;
}

// Errors: bad_parameter (filters that don't go together); unauthorized.
protocol::Result<lobby::ChallengeFilter> challenge_filter_of(const RequestContext& context) {
    using Which = lobby::ChallengeFilter::Which;
    const auto rated = flag_parameter(context.query, "rated");
    if (!rated) return rated.error();
    const auto mine = flag_parameter(context.query, "mine");
    if (!mine) return mine.error();
    const auto for_me = flag_parameter(context.query, "for_me");
    if (!for_me) return for_me.error();
    lobby::ChallengeFilter filter;
    filter.setup = text_parameter(context.query, "setup");
    filter.rated = *rated;
    filter.viewer = context.account();
    const auto whom = word_parameter(context.query, "for", parse_me, "me");
    if (!whom) return whom.error();
    const bool is_mine = mine->value_or(false);
    const bool is_for_me = for_me->value_or(false) || whom->has_value();
    if (!is_mine && !is_for_me) return filter;
    if ((is_mine && is_for_me) || filter.setup || filter.rated) {
        return refusal(Code::bad_parameter, "Use only one filter: mine, for, or setup with rated.");
    }
    if (!filter.viewer) {
        return refusal(Code::unauthorized, "Sign in to see your challenges.");
    }
    filter.which = is_mine ? Which::mine : Which::for_me;
    return filter;
}

}  // namespace

Awaitable<Reply> post_challenge(RequestContext& context, lobby::Lobby& lobby) {
    auto request = protocol::decode_create_challenge(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    auto answer =
        co_await lobby.create(context.identity->account, std::move(*request), std::move(key));
    if (!answer) co_return answer.error();
    co_return challenge_response(201, *answer);
}

Awaitable<Reply> get_challenges(RequestContext& context, lobby::Lobby& lobby) {
    auto filter = challenge_filter_of(context);
    if (!filter) co_return filter.error();
    auto wanted =
        page_parameters(context.query, lobby::challenges_page_default, lobby::challenges_page_max);
    if (!wanted) co_return wanted.error();
    auto page = co_await lobby.list(std::move(*filter), std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    co_return viewer_response(context, std::move(*page));
}

Awaitable<Reply> get_challenge(RequestContext& context, lobby::Lobby& lobby) {
    const auto id = challenge_argument(context);
    if (!id) co_return id.error();
    auto invitation = text_parameter(context.query, "invitation");
    auto answer = co_await lobby.find(context.account(), *id, std::move(invitation));
    if (!answer) co_return answer.error();
    co_return viewer_response(context, *answer->body);
}

Awaitable<Reply> post_accept(RequestContext& context, lobby::Lobby& lobby) {
    const auto id = challenge_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_accept_challenge(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    auto answer = co_await lobby.accept(context.identity->account, *id, *request, std::move(key));
    if (!answer) co_return answer.error();
    co_return challenge_response(200, *answer);
}

Awaitable<Reply> post_decline(RequestContext& context, lobby::Lobby& lobby) {
    const auto id = challenge_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_decline_challenge(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    auto reason = std::move(request->reason);
    auto answer =
        co_await lobby.decline(context.identity->account, *id, std::move(reason), std::move(key));
    if (!answer) co_return answer.error();
    co_return challenge_response(200, *answer);
}

Awaitable<Reply> delete_challenge(RequestContext& context, lobby::Lobby& lobby) {
    const auto id = challenge_argument(context);
    if (!id) co_return id.error();
    auto withdrawn = co_await lobby.withdraw(context.identity->account, *id);
    if (!withdrawn) co_return withdrawn.error();
    co_return no_content();
}

Awaitable<Reply> post_rematch(RequestContext& context, lobby::Lobby& lobby) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto request = protocol::decode_empty(context.request.body);
    if (!request) co_return request.error();
    auto key = idempotency_of(context);
    auto answer = co_await lobby.rematch(context.identity->account, *game, std::move(key));
    if (!answer) co_return answer.error();
    co_return challenge_response(201, *answer);
}

}  // namespace tanbo::http
