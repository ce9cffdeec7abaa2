#include "protocol/people/admin.hpp"
#include "protocol/people/site.hpp"
#include "server/admin/service.hpp"
#include "server/http/admin/handlers.hpp"
#include "server/http/game/validators.hpp"

// Acts of moderators and administrators; each is answered with its entry of the audit log.
namespace tanbo::http {
namespace {

using protocol::Code;

Awaitable<Reply> act(RequestContext& context, admin::Service& service, admin::Command command,
                     std::string reason, int status) {
    auto key = idempotency_of(context);
    auto entry = co_await service.act(context.identity->account, std::move(command),
                                      std::move(reason), std::move(key));
    if (!entry) co_return entry.error();
    co_return unstored_response(status, std::move(*entry));
}

// An order about the account in the path that needs nothing but a reason.
template <class Kind>
Awaitable<Reply> act_on_account(RequestContext& context, admin::Service& service) {
    auto request = protocol::decode_reasoned(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = Kind{context.argument()};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

// The same, if it ends some day.
template <class Kind>
Awaitable<Reply> act_until_then(RequestContext& context, admin::Service& service) {
    auto request = protocol::decode_until_then(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = Kind{context.argument(), request->until};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

// An order about the game in the path that needs nothing but a reason.
template <class Kind>
Awaitable<Reply> act_on_game(RequestContext& context, admin::Service& service) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_reasoned(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = Kind{*game};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

}  // namespace

Awaitable<Reply> post_admin_suspend(RequestContext& context, admin::Service& service) {
    return act_until_then<admin::Suspend>(context, service);
}

Awaitable<Reply> post_admin_unsuspend(RequestContext& context, admin::Service& service) {
    return act_on_account<admin::Unsuspend>(context, service);
}

Awaitable<Reply> post_admin_mute(RequestContext& context, admin::Service& service) {
    return act_until_then<admin::Mute>(context, service);
}

Awaitable<Reply> post_admin_unmute(RequestContext& context, admin::Service& service) {
    return act_on_account<admin::Unmute>(context, service);
}

Awaitable<Reply> put_admin_role(RequestContext& context, admin::Service& service) {
    auto request = protocol::decode_role_request(context.request.body);
    if (!request) co_return request.error();
    admin::Command command =
        admin::SetRole{context.argument(), *account::parse_role(request->role)};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 200);
}

Awaitable<Reply> post_admin_remove(RequestContext& context, admin::Service& service) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_removal_request(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = admin::RemovePlayer{*game, request->seat};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

Awaitable<Reply> post_admin_adjudicate(RequestContext& context, admin::Service& service) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    auto request = protocol::decode_verdict_request(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = admin::Adjudicate{*game, std::move(request->verdict)};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

Awaitable<Reply> post_admin_abort(RequestContext& context, admin::Service& service) {
    return act_on_game<admin::AbortGame>(context, service);
}

Awaitable<Reply> post_admin_void_rating(RequestContext& context, admin::Service& service) {
    return act_on_game<admin::VoidRating>(context, service);
}

Awaitable<Reply> post_admin_delete_message(RequestContext& context, admin::Service& service) {
    const auto game = game_argument(context);
    if (!game) co_return game.error();
    const auto message =
        id_argument<protocol::ChatMessageId>(context, 1, Code::no_such_message, "message");
    if (!message) co_return message.error();
    auto request = protocol::decode_reasoned(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = admin::DeleteMessage{*game, *message};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

Awaitable<Reply> post_admin_resolve(RequestContext& context, admin::Service& service) {
    const auto report = id_argument<protocol::ReportId>(context, 0, Code::no_such_report, "report");
    if (!report) co_return report.error();
    auto request = protocol::decode_resolve_request(context.request.body);
    if (!request) co_return request.error();
    admin::Command command = admin::ResolveReport{*report, request->verdict};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 201);
}

Awaitable<Reply> put_admin_site(RequestContext& context, admin::Service& service) {
    auto request = protocol::decode_site_request(context.request.body);
    if (!request) co_return request.error();
    protocol::SiteTexts& texts = request->texts;
    admin::Command command = admin::ChangeSite{
        {request->seq, std::move(texts.name), std::move(texts.front_page), std::move(texts.imprint),
         std::move(texts.privacy), std::move(texts.contact), std::move(texts.conduct),
         texts.is_sign_up_open, texts.has_guests}};
    co_return co_await act(context, service, std::move(command), std::move(request->reason), 200);
}

}  // namespace tanbo::http
