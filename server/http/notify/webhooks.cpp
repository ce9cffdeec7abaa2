#include "protocol/people/webhooks.hpp"

#include "protocol/games/requests.hpp"
#include "server/account/additions.hpp"
#include "server/api_common/credentials.hpp"
#include "server/http/notify/handlers.hpp"
#include "server/notify/notices.hpp"

// Addresses that notifications are sent to.
namespace tanbo::http {
namespace {

using protocol::Code;

protocol::Result<protocol::WebhookId> webhook_argument(const RequestContext& context) {
    return id_argument<protocol::WebhookId>(context, 0, Code::no_such_webhook, "webhook");
}

notify::WebhookMaking making_of(const RequestContext& context, account::Additions& additions,
                                const std::string& url) {
    notify::WebhookMaking making;
    making.admit = [&additions, identity = *context.identity](store::Transaction& transaction) {
        return additions.admit(transaction, identity);
    };
    making.tell = [&additions,
                   addition =
                       account::Addition{context.identity->account, account::AdditionKind::webhook,
                                         url, net::client_network(context.request.peer)}](
                      store::Transaction& transaction) { additions.tell(transaction, addition); };
    return making;
}

}  // namespace

Awaitable<Reply> get_webhooks(RequestContext& context, notify::Webhooks& webhooks) {
    auto list = co_await webhooks.list(context.identity->account);
    if (!list) co_return list.error();
    co_return personal_response(std::move(*list));
}

Awaitable<Reply> post_webhook(RequestContext& context, notify::Webhooks& webhooks,
                              account::Additions& additions) {
    auto request = protocol::decode_create_webhook(context.request.body);
    if (!request) co_return request.error();
    if (context.identity->is_guest()) {
        co_return refusal(Code::forbidden, "Guests can't have webhooks. Create an account first.");
    }
    if (auto refused = webhooks.refuse(*request)) co_return std::move(*refused);
    auto identity = *context.identity;
    account::SignInSource source{net::client_network(context.request.peer),
                                 api_common::device_cookie(context.request)};
    auto confirmed = co_await additions.confirm(std::move(identity), std::move(request->password),
                                                std::move(source));
    if (!confirmed) co_return confirmed.error();
    auto making = making_of(context, additions, request->url);
    auto made =
        co_await webhooks.create(context.identity->account, std::move(*request), std::move(making));
    if (!made) co_return made.error();
    net::Response response = json_response(made->is_repeat ? 200 : 201, std::move(made->json));
    set_header(response, "Location", "/api/v1/me/webhooks/" + protocol::to_string(made->id));
    set_header(response, "Cache-Control", "no-store");
    co_return response;
}

Awaitable<Reply> get_webhook(RequestContext& context, notify::Webhooks& webhooks) {
    const auto id = webhook_argument(context);
    if (!id) co_return id.error();
    auto webhook = co_await webhooks.find(context.identity->account, *id);
    if (!webhook) co_return webhook.error();
    co_return personal_response(std::move(*webhook));
}

Awaitable<Reply> put_webhook(RequestContext& context, notify::Webhooks& webhooks) {
    const auto id = webhook_argument(context);
    if (!id) co_return id.error();
    auto request = protocol::decode_set_webhook_kinds(context.request.body);
    if (!request) co_return request.error();
    auto webhook = co_await webhooks.set_kinds(context.identity->account, *id, std::move(*request));
    if (!webhook) co_return webhook.error();
    co_return personal_response(std::move(*webhook));
}

Awaitable<Reply> delete_webhook(RequestContext& context, notify::Webhooks& webhooks) {
    const auto id = webhook_argument(context);
    if (!id) co_return id.error();
    auto removed = co_await webhooks.remove(context.identity->account, *id);
    if (!removed) co_return removed.error();
    co_return no_content();
}

Awaitable<Reply> post_webhook_enable(RequestContext& context, notify::Webhooks& webhooks) {
    const auto id = webhook_argument(context);
    if (!id) co_return id.error();
    const auto empty = protocol::decode_empty(context.request.body);
    if (!empty) co_return empty.error();
    auto webhook = co_await webhooks.enable(context.identity->account, *id);
    if (!webhook) co_return webhook.error();
    co_return personal_response(std::move(*webhook));
}

Awaitable<Reply> post_webhook_test(RequestContext& context, notify::Webhooks& webhooks) {
    const auto id = webhook_argument(context);
    if (!id) co_return id.error();
    const auto empty = protocol::decode_empty(context.request.body);
    if (!empty) co_return empty.error();
    auto queued = co_await webhooks.test(context.identity->account, *id);
    if (!queued) co_return queued.error();
    co_return no_content();
}

Awaitable<Reply> get_webhook_deliveries(RequestContext& context, notify::Webhooks& webhooks) {
    const auto id = webhook_argument(context);
    if (!id) co_return id.error();
    auto list = co_await webhooks.deliveries(context.identity->account, *id);
    if (!list) co_return list.error();
    co_return personal_response(std::move(*list));
}

}  // namespace tanbo::http
