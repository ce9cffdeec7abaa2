#include "server/http/site/handlers.hpp"

// Questions of operators and their machines.
namespace tanbo::http {
namespace {

net::Response text_response(std::string_view content_type, std::string text) {
    net::Response response;
    response.content_type = content_type;
    response.body = std::move(text);
    set_header(response, "Cache-Control", "no-store");
    return response;
}

}  // namespace

Awaitable<Reply> get_health(RequestContext&) {
    co_return text_response("text/plain; charset=utf-8", "ok\n");
}

Awaitable<Reply> get_readiness(RequestContext& context, const Unready& unready) {
    auto reason = co_await unready();
    if (reason) co_return refusal(protocol::Code::storage_unavailable, std::move(*reason));
    co_return text_response("text/plain; charset=utf-8", "ready\n");
}

Awaitable<Reply> get_metrics(RequestContext&, const MetricsText& metrics) {
    auto text = co_await metrics();
    if (!text) co_return text.error();
    co_return text_response("text/plain; version=0.0.4; charset=utf-8", std::move(*text));
}

}  // namespace tanbo::http
