#include "server/admin/lists.hpp"

#include <vector>

#include "protocol/people/admin.hpp"
#include "server/admin/views.hpp"
#include "server/game/views/cursor.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"

namespace tanbo::admin {

namespace {

using protocol::Code;
using protocol::Result;

Result<store::Account> find(store::Reader& reader, const std::string& handle) {
    auto account = store::find_account(reader, store::handle_key(handle));
    if (account) return std::move(*account);
    return protocol::no_such_player(handle);
}

template <class Id>
std::optional<std::string> cursor_of(std::string_view list, const std::optional<Id>& next) {
    if (!next) return std::nullopt;
    return game::format_cursor(list, {*next});
}

template <class View, class Rows>
std::vector<View> views_of(Rows& rows) {
    std::vector<View> views;
    views.reserve(rows.size());
    for (auto& row : rows) views.push_back(to_view(std::move(row)));
    return views;
}

Result<store::AuditPage> read_audit(store::Reader& reader, const AuditFilter& filter,
                                    const std::optional<std::string>& cursor, int limit) {
    const auto before = game::parse_cursor(game::lists::audit, 1, cursor);
    if (!before) return before.error();
    if (filter.account && filter.game) {
        return refusal(Code::bad_parameter, "Use only one filter: account or game.");
    }
    store::AuditQuery query;
    if (filter.account) {
        const auto account = find(reader, *filter.account);
        if (!account) return account.error();
        query.account = account->id;
    }
    query.game = filter.game;
    if (*before) query.before = (*before)->front().id<protocol::AuditId>();
    query.limit = limit;
    return store::list_audit(reader, query);
}

Result<store::ReportsPage> read_reports(store::Reader& reader, protocol::ReportState state,
                                        const std::optional<std::string>& cursor, int limit) {
    const auto before = game::parse_cursor(game::lists::reports, 1, cursor);
    if (!before) return before.error();
    std::optional<protocol::ReportId> id;
    if (*before) id = (*before)->front().id<protocol::ReportId>();
    return store::list_reports(reader, state, id, limit);
}

}  // namespace

Result<std::string> audit_page(store::Reader& reader, const AuditFilter& filter,
                               const std::optional<std::string>& cursor, int limit) {
    auto page = read_audit(reader, filter, cursor, limit);
    if (!page) return page.error();
    return protocol::encode_audit_page(views_of<protocol::AuditView>(page->entries),
                                       cursor_of(game::lists::audit, page->next));
}

Result<Lines> audit_lines(store::Reader& reader, const std::optional<std::string>& cursor) {
    auto page = read_audit(reader, {}, cursor, page_max);
    if (!page) return page.error();
    Lines lines{{}, cursor_of(game::lists::audit, page->next)};
    for (auto& entry : page->entries) {
        lines.lines.push_back(protocol::encode_audit(to_view(std::move(entry))));
    }
    return lines;
}

Result<std::string> reports_page(store::Reader& reader, protocol::ReportState state,
                                 const std::optional<std::string>& cursor, int limit) {
    auto page = read_reports(reader, state, cursor, limit);
    if (!page) return page.error();
    return protocol::encode_reports_page(views_of<protocol::ReportView>(page->reports),
                                         cursor_of(game::lists::reports, page->next));
}

Result<Lines> report_lines(store::Reader& reader, const std::optional<std::string>& cursor) {
    auto page = read_reports(reader, protocol::ReportState::open, cursor, page_max);
    if (!page) return page.error();
    Lines lines{{}, cursor_of(game::lists::reports, page->next)};
    for (auto& report : page->reports) {
        lines.lines.push_back(protocol::encode_report(to_view(std::move(report))));
    }
    return lines;
}

Result<std::string> account_view(store::Reader& reader, const std::string& handle,
                                 engine::Instant now) {
    const auto account = find(reader, handle);
    if (!account) return account.error();
    const auto mute = store::find_moderator_mute(reader, account->id, now);
    protocol::AdminAccountView view;
    view.handle = account->handle;
    view.kind = store::kind_name(account->kind);
    view.role = store::role_name(account->role);
    view.created_at = account->created_at;
    if (account->is_suspended(now)) view.suspended_until = *account->suspended_until;
    view.is_muted = mute.has_value();
    if (mute && mute->until) view.muted_until = *mute->until;
    return protocol::encode_admin_account(view);
}

}  // namespace tanbo::admin
