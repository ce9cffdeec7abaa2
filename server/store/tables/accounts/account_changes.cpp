#include "server/store/tables/accounts/account_changes.hpp"

#include <array>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 5> change_kinds = {
    "address-added", "address-removed", "primary-changed", "password-changed", "account-deletion"};

const Sql insert_change_row = R"(
INSERT INTO account_changes (account, kind, password_hash, made_at, expires_at)
SELECT id, ?2, password_hash, ?3, ?4 FROM accounts WHERE id = ?1)";
const Sql insert_addresses = R"(
INSERT INTO account_change_addresses
    (change, id, address, address_key, is_primary, created_at, verified_at)
SELECT ?1, id, address, address_key, is_primary, created_at, verified_at
FROM addresses WHERE account = ?2)";
const Sql select_told = R"(
WITH open AS (SELECT id FROM account_changes WHERE account = ?1 AND expires_at > ?2)
SELECT min(address), max(CASE WHEN is_old THEN 1 ELSE 0 END) FROM (
    SELECT address, address_key, NOT EXISTS (SELECT 1 FROM open) AS is_old
    FROM addresses WHERE account = ?1 AND verified_at IS NOT NULL
    UNION ALL
    SELECT s.address, s.address_key, s.change = (SELECT min(id) FROM open)
    FROM open JOIN account_change_addresses AS s ON s.change = open.id
    WHERE s.verified_at IS NOT NULL) AS told
GROUP BY address_key ORDER BY address_key)";
const Sql insert_change_link_row =
    "INSERT INTO account_change_links (hash, change) VALUES (?1, ?2)";
const Sql select_by_link = R"(
SELECT c.id, c.account, c.kind, c.made_at, c.expires_at
FROM account_change_links AS l JOIN account_changes AS c ON c.id = l.change
WHERE l.hash = ?1 AND c.expires_at > ?2)";
const Sql select_change_count =
    "SELECT count(*) FROM account_changes WHERE account = ?1 AND made_at >= ?2";
// In this order.
struct Restoration {
    Sql sql;                   // ?1: the account, ?2: the change
    bool names_change = true;  // else there is no ?2
};
const Restoration restorations[] = {
    {R"(DELETE FROM addresses WHERE account = ?1 AND address_key NOT IN
    (SELECT address_key FROM account_change_addresses WHERE change = ?2))"},
    {"UPDATE addresses SET is_primary = 0, verified_at = NULL WHERE account = ?1", false},
    {R"(INSERT INTO addresses (account, address, address_key, is_primary, created_at)
SELECT ?1, address, address_key, 0, created_at
FROM account_change_addresses WHERE change = ?2
ON CONFLICT (account, address_key) DO NOTHING)"},
    // An address that another account has verified since stays with that account.
    {R"(UPDATE addresses SET verified_at = s.verified_at
FROM account_change_addresses AS s
WHERE addresses.account = ?1 AND s.change = ?2 AND s.address_key = addresses.address_key
    AND NOT EXISTS (SELECT 1 FROM addresses AS other
        WHERE other.address_key = addresses.address_key AND other.verified_at IS NOT NULL
            AND s.verified_at IS NOT NULL))"},
    {R"(UPDATE addresses SET is_primary = 1 WHERE account = ?1 AND address_key =
    (SELECT address_key FROM account_change_addresses WHERE change = ?2 AND is_primary = 1))"},
    {R"(UPDATE accounts SET delete_at = NULL,
    password_hash = (SELECT password_hash FROM account_changes WHERE id = ?2)
WHERE id = ?1)"},
};
const Sql delete_from = "DELETE FROM account_changes WHERE account = ?1 AND id >= ?2 AND id <> ?3";
const Sql delete_all_changes = "DELETE FROM account_changes WHERE account = ?1";
const Sql delete_expired = R"(
DELETE FROM account_changes WHERE id IN
    (SELECT id FROM account_changes WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2))";
const Sql insert_access_link_row = R"(
INSERT INTO access_links (hash, account, created_at, expires_at) VALUES (?1, ?2, ?3, ?4))";
const Sql select_access_link =
    "SELECT account FROM access_links WHERE hash = ?1 AND expires_at > ?2";
const Sql delete_access_links_of = "DELETE FROM access_links WHERE account = ?1";
const Sql delete_expired_access_links = R"(
DELETE FROM access_links WHERE hash IN
    (SELECT hash FROM access_links WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2))";
const Sql update_deletion = "UPDATE accounts SET delete_at = ?2 WHERE id = ?1";
const Sql select_deletion = "SELECT delete_at FROM accounts WHERE id = ?1";
const Sql select_due = R"(
SELECT id FROM accounts WHERE delete_at <= ?1 ORDER BY delete_at, id LIMIT ?2)";

}  // namespace

std::string_view change_name(ChangeKind kind) {
    return word_of(change_kinds, kind);
}

ChangeId record_change(Transaction& transaction, AccountId account, ChangeKind kind, Instant now,
                       Instant expires_at) {
    Query insert = transaction.write(insert_change_row);
    insert.run(account, word_of(change_kinds, kind), now, expires_at);
    const auto id = static_cast<ChangeId>(insert.insert_id());
    transaction.write(insert_addresses).run(id, account);
    return id;
}

std::vector<ToldAddress> addresses_to_tell(Reader& reader, AccountId account, Instant now) {
    Query select = reader.read(select_told);
    select.bind(account, now);
    std::vector<ToldAddress> told;
    while (select.step()) {
        told.push_back({std::string(select.text(0)), select.integer(1) != 0});
    }
    return told;
}

void insert_change_link(Transaction& transaction, const Digest& hash, ChangeId change) {
    transaction.write(insert_change_link_row).run(hash, change);
}

std::optional<AccountChange> find_change(Reader& reader, const Digest& link_hash, Instant now) {
    Query select = reader.read(select_by_link);
    if (!select.bind(link_hash, now).step()) return std::nullopt;
    AccountChange change;
    change.id = select.id<ChangeId>(0);
    change.account = select.id<AccountId>(1);
    change.kind = value_of<ChangeKind>(change_kinds, select.text(2));
    change.made_at = select.instant(3);
    change.expires_at = select.instant(4);
    return change;
}

int count_changes(Reader& reader, AccountId account, Instant since) {
    Query select = reader.read(select_change_count);
    select.bind(account, since).step();
    return static_cast<int>(select.integer(0));
}

void restore_change(Transaction& transaction, const AccountChange& change, ChangeId kept) {
    transaction.expect_turn_channels(change.account);
    for (const Restoration& restoration : restorations) {
        Query query = transaction.write(restoration.sql);
        query.bind_at(1, change.account);
        if (restoration.names_change) query.bind_at(2, change.id);
        query.run();
    }
    transaction.write(delete_from).run(change.account, change.id, kept);
}

void delete_changes_of(Transaction& transaction, AccountId account) {
    transaction.write(delete_all_changes).run(account);
}

int prune_changes(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired).run(now, limit));
}

void insert_access_link(Transaction& transaction, const Digest& hash, AccountId account,
                        Instant now, Instant expires_at) {
    transaction.write(insert_access_link_row).run(hash, account, now, expires_at);
}

std::optional<AccountId> find_access_link(Reader& reader, const Digest& hash, Instant now) {
    Query select = reader.read(select_access_link);
    if (!select.bind(hash, now).step()) return std::nullopt;
    return select.id<AccountId>(0);
}

void delete_access_links(Transaction& transaction, AccountId account) {
    transaction.write(delete_access_links_of).run(account);
}

int prune_access_links(Transaction& transaction, Instant now, int limit) {
    return static_cast<int>(transaction.write(delete_expired_access_links).run(now, limit));
}

void set_deletion(Transaction& transaction, AccountId account, std::optional<Instant> at) {
    transaction.write(update_deletion).run(account, at);
}

std::optional<Instant> deletion_of(Reader& reader, AccountId account) {
    Query select = reader.read(select_deletion);
    if (!select.bind(account).step()) return std::nullopt;
    return select.optional_instant(0);
}

std::vector<AccountId> accounts_to_delete(Reader& reader, Instant now, int limit) {
    return reader.read(select_due).bind(now, limit).first_column<AccountId>();
}

}  // namespace tanbo::store
