#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/transaction.hpp"

// Lists for administrators, as JSON. Throws (all): store::StorageError.
namespace tanbo::admin {

inline constexpr int page_default = 50;
inline constexpr int page_max = 200;

struct AuditFilter {
    std::optional<std::string> account;    // a handle
    std::optional<protocol::GameId> game;  // at most one of the two
};

// A page of the audit log, newest first. Errors: bad_cursor, bad_parameter (two filters),
// no_such_player.
protocol::Result<std::string> audit_page(store::Reader& reader, const AuditFilter& filter,
                                         const std::optional<std::string>& cursor, int limit);

// The same lists for the shell, one JSON object a line: all acts, and the open reports. Errors:
// bad_cursor.
struct Lines {
    std::vector<std::string> lines;
    std::optional<std::string> next;
};
protocol::Result<Lines> audit_lines(store::Reader& reader,
                                    const std::optional<std::string>& cursor);
protocol::Result<Lines> report_lines(store::Reader& reader,
                                     const std::optional<std::string>& cursor);

// A page of the reports in this state, newest first. Errors: bad_cursor.
protocol::Result<std::string> reports_page(store::Reader& reader, protocol::ReportState state,
                                           const std::optional<std::string>& cursor, int limit);

// The standing of an account. Errors: no_such_player.
protocol::Result<std::string> account_view(store::Reader& reader, const std::string& handle,
                                           engine::Instant now);

}  // namespace tanbo::admin
