#pragma once

#include "protocol/admin.hpp"
#include "server/storage/audit.hpp"
#include "server/storage/chat_reports.hpp"

// Rows as they are told. For this folder.
namespace tanbo::admin {

// An entry or a report with the names behind its ids.
protocol::AuditView to_view(storage::AuditEntry entry);
protocol::ReportView to_view(storage::Report report);

}  // namespace tanbo::admin
