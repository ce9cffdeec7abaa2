#include "server/store/tables/messages/chat_reports.hpp"

#include <algorithm>
#include <limits>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/messages/chat_rows.hpp"

namespace tanbo::store {
namespace {

using protocol::ReportState;

const Sql select_id = "SELECT id FROM chat_reports WHERE reporter = ?1 AND message = ?2";
const Sql count_open_reports =
    "SELECT count(*) FROM chat_reports WHERE reporter = ?1 AND state = 'open'";
const Sql insert_report_row = R"(
INSERT INTO chat_reports (message, reporter, reason, text, created_at, state)
VALUES (?1, ?2, ?3, ?4, ?5, 'open'))";
const Sql resolve_rows = R"(
UPDATE chat_reports SET state = ?2, resolver = ?3, resolved_at = ?4
WHERE message = ?1 AND state = 'open')";

const Sql select_report = R"(
SELECT r.id, r.reason, r.text, r.created_at, r.state, r.resolved_at, p.handle, s.handle,
       m.id, m.game, m.room, m.author, a.handle, m.text, m.created_at
FROM chat_reports AS r {CROSS} JOIN chat_messages AS m ON m.id = r.message
{CROSS} JOIN accounts AS a ON a.id = m.author {CROSS} JOIN accounts AS p ON p.id = r.reporter
LEFT JOIN accounts AS s ON s.id = r.resolver
WHERE r.id = ?1)";
const Sql select_report_page = R"(
SELECT r.id, r.reason, r.text, r.created_at, r.state, r.resolved_at, p.handle, s.handle,
       m.id, m.game, m.room, m.author, a.handle, m.text, m.created_at
FROM chat_reports AS r {INDEXED BY chat_reports_by_state}
{CROSS} JOIN chat_messages AS m ON m.id = r.message
{CROSS} JOIN accounts AS a ON a.id = m.author {CROSS} JOIN accounts AS p ON p.id = r.reporter
LEFT JOIN accounts AS s ON s.id = r.resolver
WHERE r.state = ?1 AND r.id < ?2 ORDER BY r.id DESC LIMIT ?3)";

ReportState state_of(std::string_view word) {
    const auto state = protocol::parse_report_state(word);
    if (!state) throw StorageError(Fault::corrupt, "A report's state has an unknown name.");
    return *state;
}

Report report_of(const Query& row) {
    Report report;
    report.id = row.id<ReportId>(0);
    report.reason = row.text(1);
    report.text = row.text(2);
    report.created_at = row.instant(3);
    report.state = state_of(row.text(4));
    report.resolved_at = row.optional_instant(5);
    report.reporter_handle = row.text(6);
    report.resolver_handle = row.optional_text(7);
    report.message = message_of(row, 8);
    return report;
}

}  // namespace

std::optional<ReportId> find_or_insert_report(Transaction& transaction, const NewReport& report) {
    transaction.lock_account(report.reporter);
    {
        Query select = transaction.read(select_id);
        if (select.bind(report.reporter, report.message).step()) return select.id<ReportId>(0);
    }
    {
        Query count = transaction.read(count_open_reports);
        count.bind(report.reporter).step();
        if (count.integer(0) >= open_reports_max) return std::nullopt;
    }
    Query insert = transaction.write(insert_report_row);
    insert.run(report.message, report.reporter, report.reason, report.text, report.created_at);
    return static_cast<ReportId>(insert.insert_id());
}

std::optional<Report> find_report(Reader& reader, ReportId id) {
    Query select = reader.read(select_report);
    if (!select.bind(id).step()) return std::nullopt;
    return report_of(select);
}

int resolve_reports(Transaction& transaction, ChatMessageId message, ReportState state,
                    std::optional<AccountId> resolver, Instant at) {
    return static_cast<int>(transaction.write(resolve_rows)
                                .run(message, protocol::report_state_name(state), resolver, at));
}

ReportsPage list_reports(Reader& reader, ReportState state, std::optional<ReportId> before,
                         int limit) {
    constexpr auto newest = static_cast<ReportId>(std::numeric_limits<std::int64_t>::max());
    limit = std::clamp(limit, 1, reports_page_max);
    ReportsPage page;
    Query select = reader.read(select_report_page);
    select.bind(protocol::report_state_name(state), before.value_or(newest), limit + 1);
    while (select.step()) page.reports.push_back(report_of(select));
    if (page.reports.size() > static_cast<std::size_t>(limit)) {
        page.reports.pop_back();
        page.next = page.reports.back().id;
    }
    return page;
}

}  // namespace tanbo::store
