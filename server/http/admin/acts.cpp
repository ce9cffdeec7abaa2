#include "protocol/admin.hpp"
#include "server/admin/service.hpp"
#include "server/http/admin/handlers.hpp"
#include "server/http/game/validators.hpp"

// What moderators and administrators do; each is answered with its entry of the audit log.
namespace tanbo::http {
namespace {

using protocol::Code;

Awaitable<Reply> act(Exchange& exchange, admin::Order order, std::string reason, int status) {
    auto key = idempotency_of(exchange);
    auto entry = co_await exchange.services.service.act(
        exchange.identity->account, std::move(order), std::move(reason), std::move(key));
    if (!entry) co_return entry.error();
    co_return unstored_response(status, std::move(*entry));
}

// An order about the account in the path that needs nothing but a reason.
template <class Kind>
Awaitable<Reply> act_on_account(Exchange& exchange) {
    auto request = protocol::decode_reasoned(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = Kind{exchange.argument()};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

// The same, where it ends some day.
template <class Kind>
Awaitable<Reply> act_until_then(Exchange& exchange) {
    auto request = protocol::decode_until_then(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = Kind{exchange.argument(), request->until};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

// An order about the game in the path that needs nothing but a reason.
template <class Kind>
Awaitable<Reply> act_on_game(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto request = protocol::decode_reasoned(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = Kind{*game};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

}  // namespace

Awaitable<Reply> post_admin_suspend(Exchange& exchange) {
    return act_until_then<admin::Suspend>(exchange);
}

Awaitable<Reply> post_admin_unsuspend(Exchange& exchange) {
    return act_on_account<admin::Unsuspend>(exchange);
}

Awaitable<Reply> post_admin_mute(Exchange& exchange) {
    return act_until_then<admin::Mute>(exchange);
}

Awaitable<Reply> post_admin_unmute(Exchange& exchange) {
    return act_on_account<admin::Unmute>(exchange);
}

Awaitable<Reply> put_admin_role(Exchange& exchange) {
    auto request = protocol::decode_role_request(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = admin::SetRole{exchange.argument(), *store::parse_role(request->role)};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 200);
}

Awaitable<Reply> post_admin_remove(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto request = protocol::decode_removal_request(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = admin::RemovePlayer{*game, request->seat};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

Awaitable<Reply> post_admin_adjudicate(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    auto request = protocol::decode_verdict_request(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = admin::Adjudicate{*game, std::move(request->verdict)};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

Awaitable<Reply> post_admin_abort(Exchange& exchange) {
    return act_on_game<admin::AbortGame>(exchange);
}

Awaitable<Reply> post_admin_void_rating(Exchange& exchange) {
    return act_on_game<admin::VoidRating>(exchange);
}

Awaitable<Reply> post_admin_delete_message(Exchange& exchange) {
    const auto game = game_argument(exchange);
    if (!game) co_return game.error();
    const auto message =
        id_argument<protocol::ChatMessageId>(exchange, 1, Code::no_such_message, "message");
    if (!message) co_return message.error();
    auto request = protocol::decode_reasoned(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = admin::DeleteMessage{*game, *message};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

Awaitable<Reply> post_admin_resolve(Exchange& exchange) {
    const auto report =
        id_argument<protocol::ReportId>(exchange, 0, Code::no_such_report, "report");
    if (!report) co_return report.error();
    auto request = protocol::decode_resolve_request(exchange.request.body);
    if (!request) co_return request.error();
    admin::Order order = admin::ResolveReport{*report, request->verdict};
    co_return co_await act(exchange, std::move(order), std::move(request->reason), 201);
}

}  // namespace tanbo::http
