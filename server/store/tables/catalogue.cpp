#include "server/store/tables/catalogue.hpp"

#include <algorithm>

#include "server/store/tables/accounts/clubs.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/outbox.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view in_log = "in the log of the game, which its readers can request";
constexpr std::string_view from_games = "follows from the games, which are exported";
constexpr std::string_view of_office = "an act of office";
constexpr std::string_view of_connection = "lasts as long as the connection that it is about";
constexpr std::string_view of_others = "the game is the others', too; what stays is a number";
constexpr std::string_view from_logs = "follows from the logs: would come back with them";
constexpr std::string_view with_notices = "goes with notice_settings";
constexpr std::string_view unchanged = "the log is never changed; what stays there is a number";

const CatalogueRow catalogue_rows[] = {
    {.table = "accounts",
     .account = "id",
     .exported_as = "account",
     .select = R"(
SELECT id, handle, kind, role, created_at, suspended_until, time_zone, language, about,
       sleep_from, sleep_until
FROM accounts WHERE id = ?1 ORDER BY id LIMIT ?2)",
     .erased_elsewhere = "erase_account() leaves a name for old games"},
    {.table = "accounts",
     .account = "owner",
     .exported_as = "bots",
     .select = R"(
SELECT id, handle, created_at
FROM accounts WHERE owner = ?1 ORDER BY id LIMIT ?2)",
     .erased_elsewhere = "a bot is erased before its owner"},
    {.table = "addresses",
     .account = "account",
     .exported_as = "addresses",
     .select = R"(
SELECT address, is_primary AS "primary", created_at, verified_at, bounced_at, bounce_fault,
       stopped_at
FROM addresses WHERE account = ?1 ORDER BY address_key LIMIT ?2)",
     .erase = "DELETE FROM addresses WHERE account = ?1"},
    {.table = "mail_mutes",
     .account = "account",
     .exported_as = "mail_mutes",
     .select = R"(
SELECT game, since_at
FROM mail_mutes WHERE account = ?1 ORDER BY game LIMIT ?2)",
     .erase_part = R"(
DELETE FROM mail_mutes WHERE account = ?1 AND game IN
    (SELECT game FROM mail_mutes WHERE account = ?1 ORDER BY game LIMIT ?2))"},
    {.table = "tokens",
     .account = "account",
     .exported_as = "sessions",
     .select = R"(
SELECT kind, label, last4, created_at, used_at, used_from, expires_at
FROM tokens WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2)",
     .erased_elsewhere = "delete_tokens_of() also ends their sessions"},
    {.table = "known_addresses",
     .account = "account",
     .exported_as = "known_addresses",
     .select = R"(
SELECT address, used_at
FROM known_addresses WHERE account = ?1 ORDER BY address LIMIT ?2)",
     .erase = "DELETE FROM known_addresses WHERE account = ?1"},
    {.table = "links",
     .account = "account",
     .exported_as = "links",
     .select = R"(
SELECT purpose, created_at, expires_at
FROM links WHERE account = ?1 ORDER BY purpose, created_at LIMIT ?2)",
     .erase = "DELETE FROM links WHERE account = ?1"},
    {.table = "access_links",
     .account = "account",
     .exported_as = "access_links",
     .select = R"(
SELECT created_at, expires_at
FROM access_links WHERE account = ?1 ORDER BY created_at, expires_at LIMIT ?2)",
     .erase = "DELETE FROM access_links WHERE account = ?1"},
    {.table = "account_changes",
     .account = "account",
     .exported_as = "account_changes",
     .select = R"(
SELECT c.kind, a.address, c.made_at, c.expires_at
FROM account_changes AS c JOIN account_change_addresses AS a ON a.change = c.id
WHERE c.account = ?1 ORDER BY c.id DESC, a.id LIMIT ?2)",
     .erase = "DELETE FROM account_changes WHERE account = ?1"},
    {.table = "account_change_addresses"},
    {.table = "account_change_links"},
    {.table = "vacations",
     .account = "account",
     .exported_as = "vacations",
     .select = R"(
SELECT from_day AS "from", until_day AS "until", created_at
FROM vacations WHERE account = ?1 ORDER BY from_day LIMIT ?2)",
     .erase = "DELETE FROM vacations WHERE account = ?1"},
    {.table = "outbox",
     .account = "account",
     .exported_as = "mails",
     .select = R"(
SELECT kind, address, created_at, sent_at
FROM outbox WHERE account = ?1 ORDER BY id DESC LIMIT ?2)",
     .erase_part_by = &erase_mails_of},
    {.table = "letters",
     .account = "account",
     .exported_as = "letters",
     .select = R"(
SELECT sender, received_at, outcome
FROM letters WHERE account = ?1 ORDER BY id DESC LIMIT ?2)",
     .erase_part_by = &erase_inbound_mails_of},
    {.table = "games",
     .account = "creator",
     .not_exported = in_log,
     .not_erased = of_others,
     .of_game = "SELECT * FROM games WHERE id = ?1"},
    {.table = "game_players",
     .account = "account",
     .exported_as = "games",
     .select = R"(
SELECT game, seat, state, place, status
FROM game_players WHERE account = ?1 ORDER BY game DESC LIMIT ?2)",
     .not_erased = of_others,
     .of_game = "SELECT * FROM game_players WHERE game = ?1 ORDER BY seat"},
    {.table = "events", .account = "account", .not_exported = in_log, .not_erased = of_others},
    {.table = "deadlines",
     .account = "account",
     .not_exported = in_log,
     .not_erased = "goes when they leave their games, before",
     .of_game = "SELECT * FROM deadlines WHERE game = ?1"},
    {.table = "game_ranks", .of_game = "SELECT * FROM game_ranks WHERE game = ?1"},
    {.table = "player_counts",
     .account = "account",
     .exported_as = "counts",
     .select = R"(
SELECT active, won, lost, none
FROM player_counts WHERE account = ?1 ORDER BY account LIMIT ?2)",
     .not_erased = from_logs},
    {.table = "reliability",
     .account = "account",
     .exported_as = "reliability",
     .select = R"(
SELECT finished, "left"
FROM reliability WHERE account = ?1 ORDER BY account LIMIT ?2)",
     .not_erased = from_logs,
     .of_ratings = "SELECT * FROM reliability ORDER BY account"},
    {.table = "ratings",
     .account = "account",
     .exported_as = "ratings",
     .select = R"(
SELECT family, rating, deviation, volatility, games, wins, at
FROM ratings WHERE account = ?1 ORDER BY family LIMIT ?2)",
     .not_erased = from_logs,
     .of_ratings = "SELECT * FROM ratings ORDER BY account, family"},
    {.table = "rated_seats",
     .account = "account",
     .exported_as = "rated_games",
     .select = R"(
SELECT game, family, at, seat, place, rating_before, rating, deviation
FROM rated_seats WHERE account = ?1 ORDER BY at DESC, game DESC LIMIT ?2)",
     .not_erased = from_logs,
     .of_ratings = "SELECT * FROM rated_seats ORDER BY game, account"},
    {.table = "encounters",
     .account = "one",
     .not_exported = from_games,
     .not_erased = from_logs,
     .of_ratings = "SELECT * FROM encounters ORDER BY one, other, at, game"},
    {.table = "encounters",
     .account = "other",
     .not_exported = from_games,
     .not_erased = from_logs},
    {.table = "head_to_head",
     .account = "one",
     .not_exported = from_games,
     .not_erased = from_logs,
     .of_ratings = "SELECT * FROM head_to_head ORDER BY one, other, setup"},
    {.table = "head_to_head",
     .account = "other",
     .not_exported = from_games,
     .not_erased = from_logs},
    {.table = "setup_statistics",
     .of_ratings = "SELECT * FROM setup_statistics ORDER BY setup, swap"},
    {.table = "seat_statistics",
     .of_ratings = "SELECT * FROM seat_statistics ORDER BY setup, swap, seat"},
    {.table = "voided_games"},
    {.table = "challenges",
     .account = "creator",
     .exported_as = "challenges",
     .select = R"(
SELECT id, setup, visibility, terms, state, uses, game, created_at, expires_at, closed_at
FROM challenges WHERE creator = ?1 ORDER BY id DESC LIMIT ?2)",
     .json = "terms",
     .not_erased = "withdrawn before, and then pruned"},
    {.table = "challenge_seats",
     .account = "account",
     .exported_as = "challenge_seats",
     .select = R"(
SELECT challenge, seat, state
FROM challenge_seats
WHERE account = ?1 AND is_open = 1 ORDER BY state, challenge LIMIT ?2)",
     .not_erased = "goes with the challenge"},
    {.table = "challenges",
     .account = "declined_by",
     .exported_as = "challenges_declined",
     .select = R"(
SELECT id AS challenge, reason, closed_at AS at
FROM challenges WHERE declined_by = ?1 ORDER BY id DESC LIMIT ?2)",
     .keys = R"(
SELECT id FROM challenges WHERE declined_by = ?1 AND id > ?3 ORDER BY id LIMIT ?2)",
     .erase_at = "UPDATE challenges SET reason = NULL WHERE declined_by = ?1 AND id = ?2"},
    {.table = "tournaments", .account = "creator", .not_exported = in_log, .not_erased = of_others},
    {.table = "tournament_events",
     .account = "account",
     .not_exported = in_log,
     .not_erased = of_others},
    {.table = "tournament_accounts",
     .account = "account",
     .not_exported = in_log,
     .not_erased = from_logs},
    {.table = "club_members",
     .account = "account",
     .exported_as = "clubs",
     .select = R"(
SELECT m.club, c.name, m.role, m.since
FROM club_members AS m JOIN clubs AS c ON c.id = m.club
WHERE m.account = ?1 ORDER BY m.club LIMIT ?2)",
     .erase_by = leave_all_clubs},
    {.table = "plans",
     .account = "account",
     .exported_as = "plans",
     .select = R"(
SELECT p.game, p.plan, p.updated_at
FROM game_players AS g JOIN plans AS p ON p.game = g.game AND p.account = ?1
WHERE g.account = ?1 AND g.status = 'active' ORDER BY g.game DESC LIMIT ?2)",
     .json = "plan",
     .keys = R"(
SELECT DISTINCT game FROM game_players WHERE account = ?1 AND game > ?3 ORDER BY game LIMIT ?2)",
     .erase_at = "DELETE FROM plans WHERE account = ?1 AND game = ?2"},
    {.table = "game_notes",
     .account = "account",
     .exported_as = "notes",
     .select = R"(
SELECT game, text, updated_at
FROM game_notes WHERE account = ?1 ORDER BY game DESC LIMIT ?2)",
     .erase_part = R"(
DELETE FROM game_notes WHERE account = ?1 AND game IN
    (SELECT game FROM game_notes WHERE account = ?1 ORDER BY game LIMIT ?2))"},
    {.table = "game_studies",
     .account = "account",
     .exported_as = "studies",
     .select = R"(
SELECT game, branches, updated_at
FROM game_studies WHERE account = ?1 ORDER BY game DESC LIMIT ?2)",
     .json = "branches",
     .erase_part = R"(
DELETE FROM game_studies WHERE account = ?1 AND game IN
    (SELECT game FROM game_studies WHERE account = ?1 ORDER BY game LIMIT ?2))"},
    {.table = "chat_messages",
     .account = "author",
     .exported_as = "chat_messages",
     .select = R"(
SELECT id, game, room, text, created_at
FROM chat_messages WHERE author = ?1 ORDER BY id DESC LIMIT ?2)",
     .keys = R"(
SELECT id FROM chat_messages WHERE author = ?1 AND id > ?3 ORDER BY id LIMIT ?2)",
     .erase_at = R"(
UPDATE chat_reports SET text = ''
WHERE message IN (SELECT id FROM chat_messages WHERE author = ?1 AND id = ?2))",
     .erase_at_too = "UPDATE chat_messages SET text = NULL WHERE author = ?1 AND id = ?2"},
    {.table = "chat_reports",
     .account = "reporter",
     .exported_as = "chat_reports",
     .select = R"(
SELECT message, reason, state, created_at, resolved_at
FROM chat_reports WHERE reporter = ?1 ORDER BY message DESC LIMIT ?2)",
     .erase = "UPDATE chat_reports SET reason = '' WHERE reporter = ?1"},
    {.table = "chat_reports",
     .account = "resolver",
     .not_exported = of_office,
     .not_erased = of_office},
    {.table = "mutes",
     .account = "muter",
     .exported_as = "mutes",
     .select = R"(
SELECT a.handle, m.created_at
FROM mutes AS m JOIN accounts AS a ON a.id = m.muted
WHERE m.muter = ?1 ORDER BY m.muted LIMIT ?2)",
     .erase = "DELETE FROM mutes WHERE muter = ?1"},
    {.table = "mutes", .account = "muted", .not_exported = "the choice of others", .erase_part = R"(
DELETE FROM mutes WHERE muted = ?1 AND muter IN
    (SELECT muter FROM mutes WHERE muted = ?1 ORDER BY muter LIMIT ?2))"},
    {.table = "silences",
     .account = "account",
     .exported_as = "silences",
     .select = R"(
SELECT until_at AS "until", created_at
FROM silences WHERE account = ?1 ORDER BY account LIMIT ?2)",
     .erase = "DELETE FROM silences WHERE account = ?1"},
    {.table = "notice_settings",
     .account = "account",
     .exported_as = "notice_settings",
     .select = R"(
SELECT mode, newest, read_up_to
FROM notice_settings WHERE account = ?1 ORDER BY account LIMIT ?2)",
     .erase_by = &forget_notices},
    {.table = "notifications",
     .account = "account",
     .exported_as = "notifications",
     .select = R"(
SELECT number, kind, game, data, at
FROM notifications WHERE account = ?1 ORDER BY number DESC LIMIT ?2)",
     .json = "data",
     .erased_elsewhere = with_notices},
    {.table = "watches",
     .account = "account",
     .exported_as = "watches",
     .select = R"(
SELECT game, mode, since_at
FROM watches WHERE account = ?1 ORDER BY game DESC LIMIT ?2)",
     .erased_elsewhere = with_notices},
    {.table = "waiting",
     .account = "account",
     .exported_as = "waiting",
     .select = R"(
SELECT w.kind, nullif(w.game, 0) AS game, nullif(w.item, 0) AS item,
       nullif(w.due_at, 9223372036854775807) AS due_at, w.since_at
FROM waiting AS w
WHERE w.account = ?1 ORDER BY w.due_at, w.since_at, w.kind, w.game, w.item LIMIT ?2)",
     .erased_elsewhere = with_notices},
    {.table = "webhooks",
     .account = "account",
     .exported_as = "webhooks",
     .select = R"(
SELECT id, url, kinds, state, created_at, failures, failing_since_at
FROM webhooks WHERE account = ?1 ORDER BY url LIMIT ?2)",
     .erased_elsewhere = with_notices},
    {.table = "webhook_deliveries", .exported_as = "webhook_deliveries", .select = R"(
SELECT d.webhook, d.number, d.kind, d.state, d.attempts, d.status, d.attempted_at
FROM webhooks AS w JOIN webhook_deliveries AS d ON d.webhook = w.id
WHERE w.account = ?1 ORDER BY w.url, d.number LIMIT ?2)"},
    {.table = "push_subscriptions",
     .account = "account",
     .exported_as = "push_subscriptions",
     .select = R"(
SELECT endpoint, kinds, language, created_at, failures, failing_since_at
FROM push_subscriptions WHERE account = ?1 ORDER BY created_at, id LIMIT ?2)",
     .erased_elsewhere = with_notices},
    {.table = "push_messages", .exported_as = "push_messages", .select = R"(
SELECT s.endpoint, m.number, m.game, m.created_at, m.attempts
FROM push_subscriptions AS s JOIN push_messages AS m ON m.subscription = s.id
WHERE s.account = ?1 ORDER BY s.created_at, s.id, m.tag LIMIT ?2)"},
    {.table = "audit_log",
     .account = "account",
     .exported_as = "decisions",
     .select = R"(
SELECT act, at, game, message, reason
FROM audit_log WHERE account = ?1 ORDER BY id DESC LIMIT ?2)",
     .not_erased = unchanged},
    {.table = "audit_log", .account = "actor", .not_exported = of_office, .not_erased = unchanged},
    {.table = "presence",
     .account = "account",
     .not_exported = of_connection,
     .not_erased = of_connection},

    // Tables that name no account.
    {.table = "game_watchers"},
    {.table = "node_watchers"},
    {.table = "watcher_news"},
    {.table = "mail_watches"},
    {.table = "sign_ups"},
    {.table = "handles"},
    {.table = "idempotency_keys"},
    {.table = "clubs"},
    {.table = "limit_hits"},
    {.table = "searches"},
    {.table = "downtimes"},
    {.table = "related_games"},
    {.table = "heartbeat"},
    {.table = "write_trials"},
    {.table = "secrets"},
    {.table = "site_settings"},

    // Tables that an engine keeps for itself.
    {.table = "changes", .is_of_engine = true},
    {.table = "copy_state", .is_of_engine = true},
    {.table = "leases", .is_of_engine = true},
    {.table = "nodes", .is_of_engine = true},
    {.table = "schema_migrations", .is_of_engine = true},
    {.table = "writers", .is_of_engine = true},
};

}  // namespace

std::span<const CatalogueRow> catalogue() {
    return catalogue_rows;
}

const CatalogueRow* find_table(std::string_view name) {
    const auto* const found = std::ranges::find(catalogue_rows, name, &CatalogueRow::table);
    return found == std::end(catalogue_rows) ? nullptr : found;
}

}  // namespace tanbo::store
