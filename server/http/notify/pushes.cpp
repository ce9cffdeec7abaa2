#include "protocol/people/pushes.hpp"

#include "server/http/notify/handlers.hpp"
#include "server/notify/channels/push/push_subscriptions.hpp"

// The browser of a session, as a receiver of pushes.
namespace tanbo::http {

Awaitable<Reply> get_push(RequestContext& context, notify::PushSubscriptions& pushes) {
    auto identity = *context.identity;
    auto found = co_await pushes.find(std::move(identity));
    if (!found) co_return found.error();
    co_return personal_response(std::move(*found));
}

Awaitable<Reply> put_push(RequestContext& context, notify::PushSubscriptions& pushes) {
    auto request = protocol::decode_set_push(context.request.body);
    if (!request) co_return request.error();
    auto identity = *context.identity;
    auto made = co_await pushes.put(std::move(identity), std::move(*request));
    if (!made) co_return made.error();
    co_return personal_response(std::move(*made));
}

Awaitable<Reply> delete_push(RequestContext& context, notify::PushSubscriptions& pushes) {
    auto identity = *context.identity;
    auto removed = co_await pushes.remove(std::move(identity));
    if (!removed) co_return removed.error();
    co_return no_content();
}

}  // namespace tanbo::http
