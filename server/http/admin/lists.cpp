#include "server/admin/lists.hpp"

#include "server/admin/acts.hpp"
#include "server/admin/office.hpp"
#include "server/http/admin/handlers.hpp"

// What moderators and administrators look at.
namespace tanbo::http {
namespace {

using protocol::Code;
using storage::Role;

net::Response private_json(std::string body) {
    net::Response response = json_response(200, std::move(body));
    set_header(response, "Cache-Control", "private, no-cache");
    return response;
}

protocol::Result<protocol::ReportState> state_parameter(const net::Query& query) {
    const auto name = query.find("state");
    if (!name) return protocol::ReportState::open;
    const auto state = protocol::parse_report_state(*name);
    if (state) return *state;
    return refusal(Code::bad_parameter, "state is \"" + std::string(*name) +
                                            "\"; it must be open, upheld or dismissed.");
}

protocol::Result<int> limit_parameter(const net::Query& query) {
    const auto limit = number_parameter(query, "limit", 1, admin::page_max);
    if (!limit) return limit.error();
    return static_cast<int>(limit->value_or(admin::page_default));
}

}  // namespace

Awaitable<Reply> get_admin_account(Exchange& exchange) {
    const auto may = admin::require_role(exchange.identity->role, Role::moderator);
    if (!may) co_return may.error();
    const auto now = exchange.services.clock();
    const auto question = [handle = exchange.argument(), now](storage::Reader& reader) {
        return admin::account_view(reader, handle, now);
    };
    auto account = co_await exchange.services.office.ask(question);
    if (!account) co_return account.error();
    co_return private_json(std::move(*account));
}

Awaitable<Reply> get_admin_audit(Exchange& exchange) {
    const auto may = admin::require_role(exchange.identity->role, Role::admin);
    if (!may) co_return may.error();
    const auto limit = limit_parameter(exchange.query);
    if (!limit) co_return limit.error();
    const auto game = number_parameter(exchange.query, "game", 1, 0xFFFF'FFFF);
    if (!game) co_return game.error();
    admin::AuditFilter filter{text_parameter(exchange.query, "account"), std::nullopt};
    if (*game) filter.game = **game;
    auto cursor = text_parameter(exchange.query, "cursor");
    const auto question = [filter = std::move(filter), cursor = std::move(cursor),
                           count = *limit](storage::Reader& reader) {
        return admin::audit_page(reader, filter, cursor, count);
    };
    auto page = co_await exchange.services.office.ask(question);
    if (!page) co_return page.error();
    co_return private_json(std::move(*page));
}

Awaitable<Reply> get_admin_reports(Exchange& exchange) {
    const auto may = admin::require_role(exchange.identity->role, Role::moderator);
    if (!may) co_return may.error();
    const auto limit = limit_parameter(exchange.query);
    if (!limit) co_return limit.error();
    const auto state = state_parameter(exchange.query);
    if (!state) co_return state.error();
    auto cursor = text_parameter(exchange.query, "cursor");
    const auto question = [which = *state, cursor = std::move(cursor),
                           count = *limit](storage::Reader& reader) {
        return admin::reports_page(reader, which, cursor, count);
    };
    auto page = co_await exchange.services.office.ask(question);
    if (!page) co_return page.error();
    co_return private_json(std::move(*page));
}

}  // namespace tanbo::http
