#include "server/storage/account_data.hpp"

#include <array>

#include "server/storage/letters.hpp"
#include "server/storage/notes.hpp"
#include "server/storage/notices.hpp"
#include "server/storage/outbox.hpp"

namespace tanbo::storage {
namespace {

struct Part {
    std::string_view name;
    std::string_view sql;  // ?1: the account, ?2: the most rows; yields one JSON array
};

// One row a kind of data. A table that keeps something of an account has a row here, and, unless it
// is part of what others did, one below.
constexpr std::array parts = {
    Part{"account", R"(
SELECT json_group_array(json_object('id', id, 'handle', handle, 'kind', kind, 'role', role,
    'created_at', created_at, 'suspended_until', suspended_until, 'time_zone', time_zone,
    'language', language, 'about', about, 'sleep_from', sleep_from, 'sleep_until', sleep_until))
FROM (SELECT id, handle, kind, role, created_at, suspended_until, time_zone, language, about,
      sleep_from, sleep_until
      FROM accounts WHERE id = ?1 ORDER BY id LIMIT ?2))"},
    Part{"bots", R"(
SELECT json_group_array(json_object('id', id, 'handle', handle, 'created_at', created_at))
FROM (SELECT id, handle, created_at
      FROM accounts WHERE owner = ?1 ORDER BY id LIMIT ?2))"},
    Part{"addresses", R"(
SELECT json_group_array(json_object('address', address, 'primary', is_primary,
    'created_at', created_at, 'verified_at', verified_at, 'bounced_at', bounced_at,
    'bounce_fault', bounce_fault, 'stopped_at', stopped_at))
FROM (SELECT address, is_primary, created_at, verified_at, bounced_at, bounce_fault, stopped_at
      FROM addresses WHERE account = ?1 ORDER BY address_key LIMIT ?2))"},
    Part{"mail_mutes", R"(
SELECT json_group_array(json_object('game', game, 'since_at', since_at))
FROM (SELECT game, since_at
      FROM mail_mutes WHERE account = ?1 ORDER BY game LIMIT ?2))"},
    Part{"sessions", R"(
SELECT json_group_array(json_object('kind', kind, 'label', label, 'last4', last4,
    'created_at', created_at, 'used_at', used_at, 'used_from', used_from,
    'expires_at', expires_at))
FROM (SELECT kind, label, last4, created_at, used_at, used_from, expires_at
      FROM tokens WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2))"},
    Part{"known_addresses", R"(
SELECT json_group_array(json_object('address', address, 'used_at', used_at))
FROM (SELECT address, used_at
      FROM known_addresses WHERE account = ?1 ORDER BY address LIMIT ?2))"},
    Part{"links", R"(
SELECT json_group_array(json_object('purpose', purpose, 'created_at', created_at,
    'expires_at', expires_at))
FROM (SELECT purpose, created_at, expires_at
      FROM links WHERE account = ?1 ORDER BY purpose, created_at LIMIT ?2))"},
    Part{"account_changes", R"(
SELECT json_group_array(json_object('kind', kind, 'address', address, 'made_at', made_at,
    'expires_at', expires_at))
FROM (SELECT c.kind, a.address, c.made_at, c.expires_at
      FROM account_changes AS c JOIN account_change_addresses AS a ON a.change = c.id
      WHERE c.account = ?1 ORDER BY c.id DESC, a.id LIMIT ?2))"},
    Part{"vacations", R"(
SELECT json_group_array(json_object('from', from_day, 'until', until_day,
    'created_at', created_at))
FROM (SELECT from_day, until_day, created_at
      FROM vacations WHERE account = ?1 ORDER BY from_day LIMIT ?2))"},
    Part{"mails", R"(
SELECT json_group_array(json_object('kind', kind, 'address', address, 'created_at', created_at,
    'sent_at', sent_at))
FROM (SELECT kind, address, created_at, sent_at
      FROM outbox WHERE account = ?1 ORDER BY id DESC LIMIT ?2))"},
    Part{"letters", R"(
SELECT json_group_array(json_object('sender', sender, 'received_at', received_at,
    'outcome', outcome))
FROM (SELECT sender, received_at, outcome
      FROM letters WHERE account = ?1 ORDER BY id DESC LIMIT ?2))"},
    Part{"games", R"(
SELECT json_group_array(json_object('game', game, 'seat', seat, 'state', state, 'place', place,
    'status', status))
FROM (SELECT game, seat, state, place, status
      FROM game_players WHERE account = ?1 ORDER BY game DESC LIMIT ?2))"},
    Part{"counts", R"(
SELECT json_group_array(json_object('active', active, 'won', won, 'lost', lost, 'none', none))
FROM (SELECT active, won, lost, none
      FROM player_counts WHERE account = ?1 ORDER BY account LIMIT ?2))"},
    Part{"reliability", R"(
SELECT json_group_array(json_object('finished', finished, 'left', "left"))
FROM (SELECT finished, "left"
      FROM reliability WHERE account = ?1 ORDER BY account LIMIT ?2))"},
    Part{"ratings", R"(
SELECT json_group_array(json_object('family', family, 'rating', rating, 'deviation', deviation,
    'volatility', volatility, 'games', games, 'wins', wins, 'at', at))
FROM (SELECT family, rating, deviation, volatility, games, wins, at
      FROM ratings WHERE account = ?1 ORDER BY family LIMIT ?2))"},
    Part{"rated_games", R"(
SELECT json_group_array(json_object('game', game, 'family', family, 'at', at, 'seat', seat,
    'place', place, 'rating_before', rating_before, 'rating', rating, 'deviation', deviation))
FROM (SELECT game, family, at, seat, place, rating_before, rating, deviation
      FROM rated_seats WHERE account = ?1 ORDER BY at DESC, game DESC LIMIT ?2))"},
    Part{"challenges", R"(
SELECT json_group_array(json_object('id', id, 'setup', setup, 'visibility', visibility,
    'terms', json(terms), 'state', state, 'uses', uses, 'game', game, 'created_at', created_at,
    'expires_at', expires_at, 'closed_at', closed_at))
FROM (SELECT id, setup, visibility, terms, state, uses, game, created_at, expires_at, closed_at
      FROM challenges WHERE creator = ?1 ORDER BY id DESC LIMIT ?2))"},
    Part{"challenge_seats", R"(
SELECT json_group_array(json_object('challenge', challenge, 'seat', seat, 'state', state))
FROM (SELECT challenge, seat, state
      FROM challenge_seats
      WHERE account = ?1 AND is_open = 1 ORDER BY state, challenge LIMIT ?2))"},
    Part{"challenges_declined", R"(
SELECT json_group_array(json_object('challenge', id, 'reason', reason, 'at', closed_at))
FROM (SELECT id, reason, closed_at
      FROM challenges WHERE declined_by = ?1 ORDER BY id DESC LIMIT ?2))"},
    Part{"plans", R"(
SELECT json_group_array(json_object('game', game, 'plan', json(plan), 'updated_at', updated_at))
FROM (SELECT p.game, p.plan, p.updated_at
      FROM game_players AS g JOIN plans AS p ON p.game = g.game AND p.account = ?1
      WHERE g.account = ?1 AND g.status = 'active' ORDER BY g.game DESC LIMIT ?2))"},
    Part{"notes", R"(
SELECT json_group_array(json_object('game', game, 'text', text, 'updated_at', updated_at))
FROM (SELECT game, text, updated_at
      FROM game_notes WHERE account = ?1 ORDER BY game DESC LIMIT ?2))"},
    Part{"chat_messages", R"(
SELECT json_group_array(json_object('id', id, 'game', game, 'room', room, 'text', text,
    'created_at', created_at))
FROM (SELECT id, game, room, text, created_at
      FROM chat_messages WHERE author = ?1 ORDER BY id DESC LIMIT ?2))"},
    Part{"chat_reports", R"(
SELECT json_group_array(json_object('message', message, 'reason', reason, 'state', state,
    'created_at', created_at, 'resolved_at', resolved_at))
FROM (SELECT message, reason, state, created_at, resolved_at
      FROM chat_reports WHERE reporter = ?1 ORDER BY message DESC LIMIT ?2))"},
    Part{"mutes", R"(
SELECT json_group_array(json_object('handle', handle, 'created_at', muted_at))
FROM (SELECT a.handle, m.created_at AS muted_at FROM mutes AS m JOIN accounts AS a ON a.id = m.muted
      WHERE m.muter = ?1 ORDER BY m.muted LIMIT ?2))"},
    Part{"silences", R"(
SELECT json_group_array(json_object('until', until_at, 'created_at', created_at))
FROM (SELECT until_at, created_at
      FROM silences WHERE account = ?1 ORDER BY account LIMIT ?2))"},
    Part{"notice_settings", R"(
SELECT json_group_array(json_object('mode', mode, 'newest', newest, 'read_up_to', read_up_to))
FROM (SELECT mode, newest, read_up_to
      FROM notice_settings WHERE account = ?1 ORDER BY account LIMIT ?2))"},
    Part{"notifications", R"(
SELECT json_group_array(json_object('number', number, 'kind', kind, 'game', game,
    'data', json(data), 'at', at))
FROM (SELECT number, kind, game, data, at
      FROM notifications WHERE account = ?1 ORDER BY number DESC LIMIT ?2))"},
    Part{"watches", R"(
SELECT json_group_array(json_object('game', game, 'mode', mode, 'since_at', since_at))
FROM (SELECT game, mode, since_at
      FROM watches WHERE account = ?1 ORDER BY game DESC LIMIT ?2))"},
    Part{"waiting", R"(
SELECT json_group_array(json_object('kind', kind, 'game', nullif(game, 0), 'item', nullif(item, 0),
    'due_at', nullif(due_at, 9223372036854775807), 'since_at', since_at))
FROM (SELECT kind, game, item, due_at, since_at
      FROM waiting WHERE account = ?1 ORDER BY due_at, since_at, kind, game, item LIMIT ?2))"},
    Part{"webhooks", R"(
SELECT json_group_array(json_object('id', id, 'url', url, 'kinds', kinds, 'state', state,
    'created_at', created_at, 'failures', failures, 'failing_since_at', failing_since_at))
FROM (SELECT id, url, kinds, state, created_at, failures, failing_since_at
      FROM webhooks WHERE account = ?1 ORDER BY url LIMIT ?2))"},
    Part{"webhook_deliveries", R"(
SELECT json_group_array(json_object('webhook', webhook, 'number', number, 'kind', kind,
    'state', state, 'attempts', attempts, 'status', status, 'attempted_at', attempted_at))
FROM (SELECT d.webhook, d.number, d.kind, d.state, d.attempts, d.status, d.attempted_at
      FROM webhooks AS w JOIN webhook_deliveries AS d ON d.webhook = w.id
      WHERE w.account = ?1 ORDER BY w.url, d.number LIMIT ?2))"},
    Part{"decisions", R"(
SELECT json_group_array(json_object('act', act, 'at', at, 'game', game, 'message', message,
    'reason', reason))
FROM (SELECT act, at, game, message, reason
      FROM audit_log WHERE account = ?1 ORDER BY id DESC LIMIT ?2))"},
};

// ?1: the account. His words go; that there were some, others have seen.
constexpr std::array<std::string_view, 14> erasures = {
    "DELETE FROM known_addresses WHERE account = ?1",
    "DELETE FROM links WHERE account = ?1",
    "DELETE FROM account_changes WHERE account = ?1",
    "DELETE FROM addresses WHERE account = ?1",
    "DELETE FROM mail_mutes WHERE account = ?1",
    "DELETE FROM vacations WHERE account = ?1",
    R"(DELETE FROM plans
WHERE account = ?1 AND game IN (SELECT game FROM game_players WHERE account = ?1))",
    "DELETE FROM mutes WHERE muter = ?1",
    "DELETE FROM mutes WHERE muted = ?1",
    "DELETE FROM silences WHERE account = ?1",
    "UPDATE challenges SET reason = NULL WHERE declined_by = ?1",
    R"(UPDATE chat_reports SET text = ''
WHERE message IN (SELECT id FROM chat_messages WHERE author = ?1))",
    "UPDATE chat_reports SET reason = '' WHERE reporter = ?1",
    "UPDATE chat_messages SET text = NULL WHERE author = ?1",
};

}  // namespace

std::vector<std::pair<std::string, std::string>> export_data(Reader& reader, AccountId account) {
    std::vector<std::pair<std::string, std::string>> data;
    for (const Part& part : parts) {
        Query select = reader.read(part.sql);
        select.bind(account, exported_rows_max).step();
        data.emplace_back(part.name, select.text(0));
    }
    return data;
}

void erase_data(Transaction& transaction, AccountId account) {
    for (const std::string_view sql : erasures) transaction.write(sql).run(account);
    erase_mails_of(transaction, account);
    erase_letters_of(transaction, account);
    delete_notes(transaction, account);
    forget_notices(transaction, account);
}

}  // namespace tanbo::storage
