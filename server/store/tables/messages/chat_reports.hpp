#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/people/chat.hpp"
#include "server/store/ids.hpp"
#include "server/store/tables/messages/chat.hpp"

namespace tanbo::store {

inline constexpr int open_reports_max = 20;  // of one reporter
inline constexpr int reports_page_max = 200;

struct NewReport {
    ChatMessageId message{};
    AccountId reporter{};
    std::string_view reason = {};
    std::string_view text = {};  // of the message
    Instant created_at{};
};

struct Report {
    ReportId id{};
    ChatMessage message;  // as it is now
    std::string reporter_handle = {};
    std::string reason = {};
    std::string text = {};  // of the message when it was reported
    Instant created_at{};
    protocol::ReportState state = protocol::ReportState::open;
    std::optional<std::string> resolver_handle = {};
    std::optional<Instant> resolved_at = {};
};

// The one there is from this reporter about this message, or a new one. Nothing if they have
// open_reports_max open ones.
std::optional<ReportId> find_or_insert_report(Transaction& transaction, const NewReport& report);

// Nothing if there is no such report.
std::optional<Report> find_report(Reader& reader, ReportId id);

// Decides all open reports about a message; a resolver of nothing is the shell. Returns how many.
int resolve_reports(Transaction& transaction, ChatMessageId message, protocol::ReportState state,
                    std::optional<AccountId> resolver, Instant at);

struct ReportsPage {
    std::vector<Report> reports = {};  // newest first
    std::optional<ReportId> next = {};
};

// Cost: a walk along one index.
ReportsPage list_reports(Reader& reader, protocol::ReportState state,
                         std::optional<ReportId> before, int limit);

}  // namespace tanbo::store
