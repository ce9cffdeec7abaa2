#include "server/store/tables/accounts/accounts.hpp"

#include <algorithm>

#include "protocol/json/handles.hpp"
#include "server/store/commit/changes.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/account_rows.hpp"

namespace tanbo::store {
namespace {

const Sql select_handle = "SELECT 1 FROM handles WHERE likeness = ?1";
const Sql insert_handle =
    "INSERT INTO handles (likeness) VALUES (?1) ON CONFLICT (likeness) DO NOTHING";
const Sql insert_account = R"(
INSERT INTO accounts (handle, handle_key, kind, password_hash, created_at, owner, seen_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5) ON CONFLICT (handle_key) DO NOTHING)";
const Sql select_account_by_id = R"(
SELECT id, handle, kind, password_hash, created_at, role,
       (SELECT max(s.suspended_until) FROM accounts AS s WHERE s.id IN (a.id, a.owner)), owner,
       deleted_at
FROM accounts AS a WHERE id = ?1)";
const Sql select_account_by_key = R"(
SELECT id, handle, kind, password_hash, created_at, role,
       (SELECT max(s.suspended_until) FROM accounts AS s WHERE s.id IN (a.id, a.owner)), owner,
       deleted_at
FROM accounts AS a WHERE handle_key = ?1)";
const Sql select_by_owner = R"(
SELECT id, handle, kind, password_hash, created_at, role,
       (SELECT max(s.suspended_until) FROM accounts AS s WHERE s.id IN (a.id, a.owner)), owner,
       deleted_at
FROM accounts AS a WHERE owner = ?1 ORDER BY id LIMIT ?2)";
const Sql select_family = R"(
WITH root AS (SELECT COALESCE(owner, id) AS id FROM accounts WHERE id = ?1)
SELECT id AS member FROM root
UNION SELECT bot.id FROM root {CROSS} JOIN accounts AS bot ON bot.owner = root.id
ORDER BY member)";
const Sql update_password_hash = "UPDATE accounts SET password_hash = ?2 WHERE id = ?1";
const Sql update_role = "UPDATE accounts SET role = ?2 WHERE id = ?1";
const Sql update_suspension = "UPDATE accounts SET suspended_until = ?2 WHERE id = ?1";
const Sql update_guest = R"(
UPDATE accounts SET handle = ?2, handle_key = ?3, kind = 'member', password_hash = ?4
WHERE id = ?1 AND kind = 'guest' AND deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.handle_key = ?3 AND a.id <> ?1))";
const Sql update_erased = R"(
UPDATE accounts SET former_handle = handle, handle = ?2, handle_key = ?2, password_hash = NULL,
    role = 'player', time_zone = 'UTC', language = 'en', about = '', sleep_from = NULL, sleep_until = NULL,
    owner = NULL, deleted_at = ?3, delete_at = NULL
WHERE id = ?1 AND deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.handle_key = ?2 AND a.id <> ?1))";
const Sql select_former_handles = R"(
SELECT id, former_handle, handle FROM accounts {INDEXED BY accounts_with_former_handle}
WHERE former_handle IS NOT NULL ORDER BY id LIMIT ?1)";
const Sql forget_former =
    "UPDATE accounts SET former_handle = NULL WHERE id = ?1 AND former_handle IS NOT NULL";
const Sql update_seen = "UPDATE accounts SET seen_at = ?2 WHERE id = ?1 AND seen_at < ?2";
const Sql select_unused_guests = R"(
SELECT id, seen_at, EXISTS (SELECT 1 FROM game_players WHERE account = accounts.id)
FROM accounts
WHERE kind = 'guest' AND deleted_at IS NULL AND (seen_at, id) > (?1, ?2) AND seen_at < ?3
ORDER BY seen_at, id LIMIT ?4)";

template <typename Key>
std::optional<Account> find(Reader& reader, const Sql& sql, const Key& key) {
    Query select = reader.read(sql);
    if (!select.bind(key).step()) return std::nullopt;
    return account_of(select);
}

// Other nodes read its tokens again.
void tell_changed(Transaction& transaction, AccountId account) {
    if (transaction.notes_changes()) transaction.queue_change(change_of(account_changed, account));
}

// Takes the handle for good. Nothing happens if it is taken already.
void keep_handle(Transaction& transaction, std::string_view handle) {
    const std::string likeness = protocol::handle_likeness(handle);
    transaction.write(insert_handle).run(likeness);
}

}  // namespace

Account account_of(const Query& row) {
    Account account;
    account.id = row.id<AccountId>(0);
    account.handle = row.text(1);
    account.kind = value_of<AccountKind>(account_kinds, row.text(2));
    account.password_hash = row.optional_text(3);
    account.created_at = row.instant(4);
    account.role = value_of<Role>(roles, row.text(5));
    account.suspended_until = row.optional_instant(6);
    account.owner = row.optional_id<AccountId>(7);
    account.deleted_at = row.optional_instant(8);
    return account;
}

bool is_handle_free(Reader& reader, std::string_view handle) {
    const std::string likeness = protocol::handle_likeness(handle);
    Query select = reader.read(select_handle);
    return !select.bind(likeness).step();
}

std::optional<AccountId> create_account(Transaction& transaction, const NewAccount& account) {
    if (!is_handle_free(transaction, account.handle)) return std::nullopt;
    Query insert = transaction.write(insert_account);
    const std::int64_t rows =
        insert.run(account.handle, account.handle_key, word_of(account_kinds, account.kind),
                   account.password_hash, account.created_at, account.owner);
    if (rows == 0) return std::nullopt;
    const auto id = static_cast<AccountId>(insert.insert_id());
    keep_handle(transaction, account.handle);
    return id;
}

std::optional<Account> find_account(Reader& reader, AccountId id) {
    return find(reader, select_account_by_id, id);
}

std::optional<Account> find_account(Reader& reader, std::string_view handle_key) {
    return find(reader, select_account_by_key, handle_key);
}

bool is_guest(Reader& reader, AccountId id) {
    const auto account = find_account(reader, id);
    return account && account->kind == AccountKind::guest;
}

std::vector<Account> bots_of(Reader& reader, AccountId owner, int limit) {
    Query select = reader.read(select_by_owner);
    select.bind(owner, limit);
    std::vector<Account> bots;
    while (select.step()) bots.push_back(account_of(select));
    return bots;
}

std::vector<AccountId> family_of(Reader& reader, AccountId account) {
    return reader.read(select_family).bind(account).first_column<AccountId>();
}

bool set_password_hash(Transaction& transaction, AccountId id, std::string_view password_hash) {
    return transaction.write(update_password_hash).run(id, password_hash) == 1;
}

bool set_role(Transaction& transaction, AccountId id, Role role) {
    tell_changed(transaction, id);
    return transaction.write(update_role).run(id, word_of(roles, role)) == 1;
}

bool set_suspended(Transaction& transaction, AccountId id, std::optional<Instant> until) {
    tell_changed(transaction, id);
    return transaction.write(update_suspension).run(id, until) == 1;
}

bool upgrade_guest(Transaction& transaction, AccountId id, std::string_view handle,
                   std::string_view handle_key, std::string_view password_hash) {
    if (!is_handle_free(transaction, handle)) return false;
    if (transaction.write(update_guest).run(id, handle, handle_key, password_hash) != 1) {
        return false;
    }
    keep_handle(transaction, handle);
    tell_changed(transaction, id);
    return true;
}

bool erase_account(Transaction& transaction, AccountId id, std::string_view handle, Instant now) {
    tell_changed(transaction, id);
    return transaction.write(update_erased).run(id, handle, now) == 1;
}

std::vector<FormerHandle> former_handles(Reader& reader, int limit) {
    Query select = reader.read(select_former_handles);
    select.bind(limit);
    std::vector<FormerHandle> former;
    while (select.step()) {
        former.push_back(
            {select.id<AccountId>(0), std::string(select.text(1)), std::string(select.text(2))});
    }
    return former;
}

void forget_former_handle(Transaction& transaction, AccountId id) {
    transaction.write(forget_former).run(id);
}

void set_seen(Transaction& transaction, AccountId id, Instant at) {
    transaction.write(update_seen).run(id, at);
}

std::vector<UnusedGuest> unused_guests(Reader& reader, Instant before, const UnusedGuest& after,
                                       int limit) {
    Query select = reader.read(select_unused_guests);
    select.bind(after.seen_at, after.id, before, limit);
    std::vector<UnusedGuest> guests;
    while (select.step()) {
        guests.push_back({select.id<AccountId>(0), select.instant(1), select.integer(2) != 0});
    }
    return guests;
}

std::string_view role_name(Role role) {
    return word_of(roles, role);
}

std::string_view kind_name(AccountKind kind) {
    return word_of(account_kinds, kind);
}

std::optional<Role> parse_role(std::string_view name) {
    const auto* const found = std::ranges::find(roles, name);
    if (found == roles.end()) return std::nullopt;
    return static_cast<Role>(found - roles.begin());
}

}  // namespace tanbo::store
