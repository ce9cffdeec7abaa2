#include "protocol/notices.hpp"
#include "server/http/notice/handlers.hpp"
#include "server/notice/notices.hpp"

// Notifications, and how somebody wants to have them.
namespace tanbo::http {

protocol::Result<Page> notice_page(const net::Query& query) {
    return page_parameters(query, notice::page_default, notice::page_max);
}

Awaitable<Reply> get_notifications(Exchange& exchange) {
    auto wanted = notice_page(exchange.query);
    if (!wanted) co_return wanted.error();
    auto page = co_await exchange.services.notices.inbox.list(
        exchange.identity->account, std::move(wanted->cursor), wanted->limit);
    if (!page) co_return page.error();
    co_return personal_response(std::move(*page));
}

Awaitable<Reply> put_notifications(Exchange& exchange) {
    auto request = protocol::decode_set_notice_mode(exchange.request.body);
    if (!request) co_return request.error();
    auto set =
        co_await exchange.services.notices.inbox.set_mode(exchange.identity->account, *request);
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
