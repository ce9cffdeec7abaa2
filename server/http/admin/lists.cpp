#include "server/admin/lists.hpp"

#include "server/admin/service.hpp"
#include "server/http/admin/handlers.hpp"

// What moderators and administrators look at.
namespace tanbo::http {
namespace {

using store::Role;

protocol::Result<Page> page_of(const net::Query& query) {
    return page_parameters(query, admin::page_default, admin::page_max);
}

}  // namespace

Awaitable<Reply> get_admin_account(RequestContext& context, admin::Service& service,
                                   const base::Clock& clock) {
    const auto now = clock();
    const auto question = [handle = context.argument(), now](store::Reader& reader) {
        return admin::account_view(reader, handle, now);
    };
    auto account = co_await service.ask(context.identity->role, Role::moderator, question);
    if (!account) co_return account.error();
    co_return personal_response(std::move(*account));
}

Awaitable<Reply> get_admin_audit(RequestContext& context, admin::Service& service) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    const auto game = number_parameter(context.query, "game", 1, 0xFFFF'FFFF);
    if (!game) co_return game.error();
    admin::AuditFilter filter{text_parameter(context.query, "account"), std::nullopt};
    if (*game) filter.game = **game;
    const auto question = [filter = std::move(filter),
                           page = std::move(*page)](store::Reader& reader) {
        return admin::audit_page(reader, filter, page.cursor, page.limit);
    };
    auto list = co_await service.ask(context.identity->role, Role::admin, question);
    if (!list) co_return list.error();
    co_return personal_response(std::move(*list));
}

Awaitable<Reply> get_admin_reports(RequestContext& context, admin::Service& service) {
    auto page = page_of(context.query);
    if (!page) co_return page.error();
    const auto state = word_parameter(context.query, "state", protocol::parse_report_state,
                                      "open, upheld or dismissed");
    if (!state) co_return state.error();
    const auto question = [which = state->value_or(protocol::ReportState::open),
                           page = std::move(*page)](store::Reader& reader) {
        return admin::reports_page(reader, which, page.cursor, page.limit);
    };
    auto list = co_await service.ask(context.identity->role, Role::moderator, question);
    if (!list) co_return list.error();
    co_return personal_response(std::move(*list));
}

}  // namespace tanbo::http
