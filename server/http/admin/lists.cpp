#include "server/admin/service.hpp"
#include "server/http/admin/handlers.hpp"

// Lists of moderators and administrators.
namespace tanbo::http {
namespace {

protocol::Result<Page> page_of(const net::Query& query) {
    return page_parameters(query, admin::page_default, admin::page_max);
}

}  // namespace

Awaitable<Reply> get_admin_account(RequestContext& context, admin::Service& service,
                                   const base::Clock& clock) {
    std::string handle = context.argument();
    auto account = co_await service.account(context.identity->role, std::move(handle), clock());
    if (!account) co_return account.error();
    co_return personal_response(std::move(*account));
}

Awaitable<Reply> get_admin_audit(RequestContext& context, admin::Service& service) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    const auto game = number_parameter(context.query, "game", 1, 0xFFFF'FFFF);
    if (!game) co_return game.error();
    admin::AuditFilter filter{text_parameter(context.query, "account"), std::nullopt};
    if (*game) filter.game = protocol::GameId{**game};
    auto list = co_await service.audit(context.identity->role, std::move(filter),
                                       std::move(page->cursor), page->limit);
    if (!list) co_return list.error();
    co_return personal_response(std::move(*list));
}

Awaitable<Reply> get_admin_reports(RequestContext& context, admin::Service& service) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    const auto state = word_parameter(context.query, "state", protocol::parse_report_state,
                                      "open, upheld or dismissed");
    if (!state) co_return state.error();
    const auto which = state->value_or(protocol::ReportState::open);
    auto list = co_await service.reports(context.identity->role, which, std::move(page->cursor),
                                         page->limit);
    if (!list) co_return list.error();
    co_return personal_response(std::move(*list));
}

}  // namespace tanbo::http
