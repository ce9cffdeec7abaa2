#include "protocol/notices.hpp"
#include "server/http/notice/handlers.hpp"
#include "server/notice/notices.hpp"

// Notifications, and how somebody wants to have them.
namespace tanbo::http {

net::Response no_content() {
    net::Response response;
    response.status = 204;
    return response;
}

net::Response personal(std::string json, int status) {
    net::Response response = json_response(status, std::move(json));
    set_header(response, "Cache-Control", status == 200 ? "private, no-cache" : "no-store");
    return response;
}

Awaitable<Reply> get_notifications(Exchange& exchange) {
    auto limit = number_parameter(exchange.query, "limit", 1, notice::page_max);
    if (!limit) co_return limit.error();
    auto cursor = text_parameter(exchange.query, "cursor");
    const int count = static_cast<int>(limit->value_or(notice::page_default));
    auto page = co_await exchange.services.notices.inbox.list(exchange.identity->account,
                                                              std::move(cursor), count);
    if (!page) co_return page.error();
    co_return personal(std::move(*page));
}

Awaitable<Reply> put_notifications(Exchange& exchange) {
    auto request = protocol::decode_set_notice_mode(exchange.request.body);
    if (!request) co_return request.error();
    auto set = co_await exchange.services.notices.inbox.set_mode(exchange.identity->account,
                                                                 std::move(*request));
    if (!set) co_return set.error();
    co_return no_content();
}

Awaitable<Reply> post_notifications_read(Exchange& exchange) {
    auto request = protocol::decode_read_notifications(exchange.request.body);
    if (!request) co_return request.error();
    auto read = co_await exchange.services.notices.inbox.read(exchange.identity->account, *request);
    if (!read) co_return read.error();
    co_return no_content();
}

}  // namespace tanbo::http
