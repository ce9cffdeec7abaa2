#include "server/admin/views.hpp"

#include <utility>

namespace tanbo::admin {

protocol::AuditView to_view(store::AuditEntry entry) {
    protocol::AuditView view;
    view.id = entry.id;
    view.at = entry.at;
    view.by = std::move(entry.actor);
    view.act = std::move(entry.act);
    view.account = std::move(entry.account);
    view.game = entry.game;
    view.message = entry.message;
    view.reason = std::move(entry.reason);
    view.details = std::move(entry.details);
    return view;
}

protocol::ReportView to_view(store::Report report) {
    protocol::ReportView view;
    view.id = report.id;
    view.game = report.message.game;
    view.message = {report.message.id, report.message.room, std::move(report.message.author_handle),
                    std::move(report.message.text), report.message.created_at};
    view.text = std::move(report.text);
    view.reporter = std::move(report.reporter_handle);
    view.reason = std::move(report.reason);
    view.at = report.created_at;
    view.state = report.state;
    view.resolver = std::move(report.resolver_handle);
    view.resolved_at = report.resolved_at;
    return view;
}

}  // namespace tanbo::admin
