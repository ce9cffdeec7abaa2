#pragma once

#include "protocol/people/admin.hpp"
#include "server/store/tables/accounts/audit.hpp"
#include "server/store/tables/messages/chat_reports.hpp"

// Rows as they are told. For this folder.
namespace tanbo::admin {

// An entry or a report with the names behind its ids.
protocol::AuditView to_view(store::AuditEntry entry);
protocol::ReportView to_view(store::Report report);

}  // namespace tanbo::admin
