#include "server/store/tables/accounts/account_data.hpp"

#include <array>
#include <initializer_list>

#include "protocol/json/exported_rows.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/notes.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::store {
namespace {

struct Part {
    std::string_view name;
    Sql sql;  // ?1: the account, ?2: the most rows; columns are called what they are exported as
    std::string_view json = {};  // the column that is JSON already
};

// One row a kind of data. A table that keeps something of an account has a row here, and, unless it
// is part of what others did, one below.
const Part parts[] = {
    Part{"account", R"(
SELECT id, handle, kind, role, created_at, suspended_until, time_zone, language, about,
       sleep_from, sleep_until
FROM accounts WHERE id = ?1 ORDER BY id LIMIT ?2)"},
    Part{"bots", R"(
SELECT id, handle, created_at
FROM accounts WHERE owner = ?1 ORDER BY id LIMIT ?2)"},
    Part{"addresses", R"(
SELECT address, is_primary AS "primary", created_at, verified_at, bounced_at, bounce_fault,
       stopped_at
FROM addresses WHERE account = ?1 ORDER BY address_key LIMIT ?2)"},
    Part{"mail_mutes", R"(
SELECT game, since_at
FROM mail_mutes WHERE account = ?1 ORDER BY game LIMIT ?2)"},
    Part{"sessions", R"(
SELECT kind, label, last4, created_at, used_at, used_from, expires_at
FROM tokens WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2)"},
    Part{"known_addresses", R"(
SELECT address, used_at
FROM known_addresses WHERE account = ?1 ORDER BY address LIMIT ?2)"},
    Part{"links", R"(
SELECT purpose, created_at, expires_at
FROM links WHERE account = ?1 ORDER BY purpose, created_at LIMIT ?2)"},
    Part{"access_links", R"(
SELECT created_at, expires_at
FROM access_links WHERE account = ?1 ORDER BY created_at, expires_at LIMIT ?2)"},
    Part{"account_changes", R"(
SELECT c.kind, a.address, c.made_at, c.expires_at
FROM account_changes AS c JOIN account_change_addresses AS a ON a.change = c.id
WHERE c.account = ?1 ORDER BY c.id DESC, a.id LIMIT ?2)"},
    Part{"vacations", R"(
SELECT from_day AS "from", until_day AS "until", created_at
FROM vacations WHERE account = ?1 ORDER BY from_day LIMIT ?2)"},
    Part{"mails", R"(
SELECT kind, address, created_at, sent_at
FROM outbox WHERE account = ?1 ORDER BY id DESC LIMIT ?2)"},
    Part{"letters", R"(
SELECT sender, received_at, outcome
FROM letters WHERE account = ?1 ORDER BY id DESC LIMIT ?2)"},
    Part{"games", R"(
SELECT game, seat, state, place, status
FROM game_players WHERE account = ?1 ORDER BY game DESC LIMIT ?2)"},
    Part{"counts", R"(
SELECT active, won, lost, none
FROM player_counts WHERE account = ?1 ORDER BY account LIMIT ?2)"},
    Part{"reliability", R"(
SELECT finished, "left"
FROM reliability WHERE account = ?1 ORDER BY account LIMIT ?2)"},
    Part{"ratings", R"(
SELECT family, rating, deviation, volatility, games, wins, at
FROM ratings WHERE account = ?1 ORDER BY family LIMIT ?2)"},
    Part{"rated_games", R"(
SELECT game, family, at, seat, place, rating_before, rating, deviation
FROM rated_seats WHERE account = ?1 ORDER BY at DESC, game DESC LIMIT ?2)"},
    Part{"challenges", R"(
SELECT id, setup, visibility, terms, state, uses, game, created_at, expires_at, closed_at
FROM challenges WHERE creator = ?1 ORDER BY id DESC LIMIT ?2)",
         "terms"},
    Part{"challenge_seats", R"(
SELECT challenge, seat, state
FROM challenge_seats
WHERE account = ?1 AND is_open = 1 ORDER BY state, challenge LIMIT ?2)"},
    Part{"challenges_declined", R"(
SELECT id AS challenge, reason, closed_at AS at
FROM challenges WHERE declined_by = ?1 ORDER BY id DESC LIMIT ?2)"},
    Part{"plans", R"(
SELECT p.game, p.plan, p.updated_at
FROM game_players AS g JOIN plans AS p ON p.game = g.game AND p.account = ?1
WHERE g.account = ?1 AND g.status = 'active' ORDER BY g.game DESC LIMIT ?2)",
         "plan"},
    Part{"notes", R"(
SELECT game, text, updated_at
FROM game_notes WHERE account = ?1 ORDER BY game DESC LIMIT ?2)"},
    Part{"chat_messages", R"(
SELECT id, game, room, text, created_at
FROM chat_messages WHERE author = ?1 ORDER BY id DESC LIMIT ?2)"},
    Part{"chat_reports", R"(
SELECT message, reason, state, created_at, resolved_at
FROM chat_reports WHERE reporter = ?1 ORDER BY message DESC LIMIT ?2)"},
    Part{"mutes", R"(
SELECT a.handle, m.created_at
FROM mutes AS m JOIN accounts AS a ON a.id = m.muted
WHERE m.muter = ?1 ORDER BY m.muted LIMIT ?2)"},
    Part{"silences", R"(
SELECT until_at AS "until", created_at
FROM silences WHERE account = ?1 ORDER BY account LIMIT ?2)"},
    Part{"notice_settings", R"(
SELECT mode, newest, read_up_to
FROM notice_settings WHERE account = ?1 ORDER BY account LIMIT ?2)"},
    Part{"notifications", R"(
SELECT number, kind, game, data, at
FROM notifications WHERE account = ?1 ORDER BY number DESC LIMIT ?2)",
         "data"},
    Part{"watches", R"(
SELECT game, mode, since_at
FROM watches WHERE account = ?1 ORDER BY game DESC LIMIT ?2)"},
    Part{"waiting", R"(
SELECT w.kind, nullif(w.game, 0) AS game, nullif(w.item, 0) AS item,
       nullif(w.due_at, 9223372036854775807) AS due_at, w.since_at
FROM waiting AS w
WHERE w.account = ?1 ORDER BY w.due_at, w.since_at, w.kind, w.game, w.item LIMIT ?2)"},
    Part{"webhooks", R"(
SELECT id, url, kinds, state, created_at, failures, failing_since_at
FROM webhooks WHERE account = ?1 ORDER BY url LIMIT ?2)"},
    Part{"webhook_deliveries", R"(
SELECT d.webhook, d.number, d.kind, d.state, d.attempts, d.status, d.attempted_at
FROM webhooks AS w JOIN webhook_deliveries AS d ON d.webhook = w.id
WHERE w.account = ?1 ORDER BY w.url, d.number LIMIT ?2)"},
    Part{"push_subscriptions", R"(
SELECT endpoint, kinds, language, created_at, failures, failing_since_at
FROM push_subscriptions WHERE account = ?1 ORDER BY created_at, id LIMIT ?2)"},
    Part{"push_messages", R"(
SELECT s.endpoint, m.number, m.game, m.created_at, m.attempts
FROM push_subscriptions AS s JOIN push_messages AS m ON m.subscription = s.id
WHERE s.account = ?1 ORDER BY s.created_at, s.id, m.tag LIMIT ?2)"},
    Part{"decisions", R"(
SELECT act, at, game, message, reason
FROM audit_log WHERE account = ?1 ORDER BY id DESC LIMIT ?2)"},
};

// Rows of which there may be many. ?1: the account, ?2: the most.
const Sql delete_mail_mutes = R"(
DELETE FROM mail_mutes WHERE account = ?1 AND game IN
    (SELECT game FROM mail_mutes WHERE account = ?1 ORDER BY game LIMIT ?2))";
const Sql delete_muted = R"(
DELETE FROM mutes WHERE muted = ?1 AND muter IN
    (SELECT muter FROM mutes WHERE muted = ?1 ORDER BY muter LIMIT ?2))";

// The same of rows that stay, or that are few of many, from behind ?3 on; and what is done to each.
const Sql select_games = R"(
SELECT DISTINCT game FROM game_players WHERE account = ?1 AND game > ?3 ORDER BY game LIMIT ?2)";
const Sql delete_plan = "DELETE FROM plans WHERE account = ?1 AND game = ?2";
const Sql select_messages = R"(
SELECT id FROM chat_messages WHERE author = ?1 AND id > ?3 ORDER BY id LIMIT ?2)";
const Sql erase_reported = R"(
UPDATE chat_reports SET text = ''
WHERE message IN (SELECT id FROM chat_messages WHERE author = ?1 AND id = ?2))";
const Sql erase_message = "UPDATE chat_messages SET text = NULL WHERE author = ?1 AND id = ?2";
const Sql select_declined = R"(
SELECT id FROM challenges WHERE declined_by = ?1 AND id > ?3 ORDER BY id LIMIT ?2)";
const Sql erase_reason = "UPDATE challenges SET reason = NULL WHERE declined_by = ?1 AND id = ?2";

// ?1: the account. Their words go; that there were some, others have seen.
const std::array<Sql, 9> erasures = {
    "DELETE FROM known_addresses WHERE account = ?1",
    "DELETE FROM links WHERE account = ?1",
    "DELETE FROM access_links WHERE account = ?1",
    "DELETE FROM account_changes WHERE account = ?1",
    "DELETE FROM addresses WHERE account = ?1",
    "DELETE FROM vacations WHERE account = ?1",
    "DELETE FROM mutes WHERE muter = ?1",
    "DELETE FROM silences WHERE account = ?1",
    "UPDATE chat_reports SET reason = '' WHERE reporter = ?1",
};

protocol::ExportedValue exported_value_of(const Query& row, int column, bool is_json) {
    switch (row.kind(column)) {
        case ValueKind::null:
            return {};
        case ValueKind::integer:
            return row.integer(column);
        case ValueKind::real:
            return row.real(column);
        case ValueKind::text:
        case ValueKind::blob:
            break;
    }
    if (is_json) return protocol::RawJson{std::string(row.text(column))};
    return std::string(row.text(column));
}

protocol::ExportedRow row_of(const Query& row, std::string_view json) {
    protocol::ExportedRow values;
    values.reserve(static_cast<std::size_t>(row.columns()));
    for (int column = 0; column < row.columns(); ++column) {
        const std::string_view name = row.column_name(column);
        values.emplace_back(name, exported_value_of(row, column, name == json));
    }
    return values;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> export_data(Reader& reader, AccountId account) {
    std::vector<std::pair<std::string, std::string>> data;
    for (const Part& part : parts) {
        Query select = reader.read(part.sql);
        select.bind(account, exported_rows_max);
        std::vector<protocol::ExportedRow> rows;
        while (select.step()) rows.push_back(row_of(select, part.json));
        data.emplace_back(part.name, protocol::encode_rows(rows));
    }
    return data;
}

namespace {

template <class Id>
int erase_each(Transaction& transaction, AccountId account, int most, const Sql& select, Id& up_to,
               std::initializer_list<const Sql*> statements) {
    Query query = transaction.read(select);
    const std::vector<Id> ids = query.bind(account, most, up_to).template first_column<Id>();
    for (const Id id : ids) {
        for (const Sql* const sql : statements) transaction.write(*sql).run(account, id);
        up_to = id;
    }
    return static_cast<int>(ids.size());
}

}  // namespace

int erase_some(Transaction& transaction, Erasure& erasure, int most) {
    const AccountId account = erasure.account;
    int left = most;
    const auto erase = [&](const Sql& sql) {
        return static_cast<int>(transaction.write(sql).run(account, left));
    };
    left -= erase_mails_of(transaction, account, left);
    left -= erase_inbound_mails_of(transaction, account, left);
    left -= delete_notes(transaction, account, left);
    left -= erase(delete_mail_mutes);
    left -= erase(delete_muted);
    left -=
        erase_each(transaction, account, left, select_games, erasure.plans_up_to, {&delete_plan});
    left -= erase_each(transaction, account, left, select_messages, erasure.words_up_to,
                       {&erase_reported, &erase_message});
    left -= erase_each(transaction, account, left, select_declined, erasure.reasons_up_to,
                       {&erase_reason});
    return most - left;
}

void erase_data(Transaction& transaction, AccountId account) {
    for (const Sql& sql : erasures) transaction.write(sql).run(account);
    forget_notices(transaction, account);
}

}  // namespace tanbo::store
