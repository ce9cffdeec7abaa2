#include "server/store/tables/accounts/audit.hpp"

#include <algorithm>
#include <limits>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_audit_row = R"(
INSERT INTO audit_log (at, actor, act, account, game, message, reason, details)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))";
const Sql select_audit_row = R"(
SELECT l.id, l.at, b.handle, l.act, a.handle, l.game, l.message, l.reason, l.details
FROM audit_log AS l LEFT JOIN accounts AS b ON b.id = l.actor
LEFT JOIN accounts AS a ON a.id = l.account WHERE l.id = ?1)";

// ?1 before, ?2 limit, ?3 the account or game.
const Sql select_audit_rows = R"(
SELECT l.id, l.at, b.handle, l.act, a.handle, l.game, l.message, l.reason, l.details
FROM audit_log AS l LEFT JOIN accounts AS b ON b.id = l.actor
LEFT JOIN accounts AS a ON a.id = l.account
WHERE l.id < ?1 ORDER BY l.id DESC LIMIT ?2)";
const Sql select_audit_of_account = R"(
SELECT l.id, l.at, b.handle, l.act, a.handle, l.game, l.message, l.reason, l.details
FROM audit_log AS l {INDEXED BY audit_log_by_account} LEFT JOIN accounts AS b ON b.id = l.actor
LEFT JOIN accounts AS a ON a.id = l.account
WHERE l.id < ?1 AND l.account = ?3 ORDER BY l.id DESC LIMIT ?2)";
const Sql select_audit_of_game = R"(
SELECT l.id, l.at, b.handle, l.act, a.handle, l.game, l.message, l.reason, l.details
FROM audit_log AS l {INDEXED BY audit_log_by_game} LEFT JOIN accounts AS b ON b.id = l.actor
LEFT JOIN accounts AS a ON a.id = l.account
WHERE l.id < ?1 AND l.game = ?3 ORDER BY l.id DESC LIMIT ?2)";

const Sql& list_statement(const AuditQuery& query) {
    if (query.account) return select_audit_of_account;
    return query.game ? select_audit_of_game : select_audit_rows;
}

AuditEntry entry_of(const Query& row) {
    AuditEntry entry;
    entry.id = row.id<AuditId>(0);
    entry.at = row.instant(1);
    entry.actor = row.optional_text(2);
    entry.act = row.text(3);
    entry.account = row.optional_text(4);
    entry.game = row.optional_id<GameId>(5);
    entry.message = row.optional_id<ChatMessageId>(6);
    entry.reason = row.text(7);
    entry.details = row.text(8);
    return entry;
}

}  // namespace

AuditId insert_audit(Transaction& transaction, const NewAuditEntry& entry) {
    Query insert = transaction.write(insert_audit_row);
    insert.run(entry.at, entry.actor, entry.act, entry.account, entry.game, entry.message,
               entry.reason, entry.details);
    return static_cast<AuditId>(insert.insert_id());
}

std::optional<AuditEntry> find_audit(Reader& reader, AuditId id) {
    Query select = reader.read(select_audit_row);
    if (!select.bind(id).step()) return std::nullopt;
    return entry_of(select);
}

AuditPage list_audit(Reader& reader, const AuditQuery& query) {
    const int limit = std::clamp(query.limit, 1, audit_page_max);
    constexpr auto newest = static_cast<AuditId>(std::numeric_limits<std::int64_t>::max());
    AuditPage page;
    Query select = reader.read(list_statement(query));
    select.bind_at(1, query.before.value_or(newest)).bind_at(2, limit + 1);
    if (query.account) select.bind_at(3, *query.account);
    if (query.game) select.bind_at(3, *query.game);
    while (select.step()) page.entries.push_back(entry_of(select));
    if (page.entries.size() > static_cast<std::size_t>(limit)) {
        page.entries.pop_back();
        page.next = page.entries.back().id;
    }
    return page;
}

}  // namespace tanbo::store
