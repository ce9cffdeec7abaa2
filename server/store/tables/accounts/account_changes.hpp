#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Changes that decide who holds an account, and how they are taken back.
namespace tanbo::store {

enum class ChangeKind : std::uint8_t {
    address_added,
    address_removed,
    primary_changed,
    password_changed,
    account_deletion,
};

struct AccountChange {
    ChangeId id{};
    AccountId account{};
    ChangeKind kind = ChangeKind::address_added;
    Instant made_at{};
    Instant expires_at{};
};

// An address that gets a notice of a change.
struct ToldAddress {
    std::string text;
    // False if the address was verified after a change that can still be taken back. The author of
    // that change must not undo what the owner does now.
    bool may_take_back = false;
};

// "address-added", "password-changed", ...
std::string_view change_name(ChangeKind kind);

// Keeps the account's addresses and its password as they are now. Call it before the change.
ChangeId record_change(Transaction& transaction, AccountId account, ChangeKind kind, Instant now,
                       Instant expires_at);
// Verified addresses, and those that were until a change that can still be taken back; in order of
// their keys.
std::vector<ToldAddress> addresses_to_tell(Reader& reader, AccountId account, Instant now);
// Throws: StorageError constraint if the hash is there already.
void insert_change_link(Transaction& transaction, const Digest& hash, ChangeId change);
// Nothing if there is none, or it has expired at `now`.
std::optional<AccountChange> find_change(Reader& reader, const Digest& link_hash, Instant now);
// How many changes of the account were made since.
int count_changes(Reader& reader, AccountId account, Instant since);
// Restores addresses and password to what they were before the change, and calls off a requested
// deletion. An address that another account has verified since comes back unverified. Forgets this
// change and all after it but `kept`.
void restore_change(Transaction& transaction, const AccountChange& change, ChangeId kept = {});
// Voids every link that takes a change of the account back.
void delete_changes_of(Transaction& transaction, AccountId account);
int prune_changes(Transaction& transaction, Instant now, int limit);

// --- links that end whatever acts for an account ---

// Throws: StorageError constraint if the hash is there already.
void insert_access_link(Transaction& transaction, const Digest& hash, AccountId account,
                        Instant now, Instant expires_at);
// The account with the access that this link ends; nothing if there is no such link, or it has
// expired at `now`.
std::optional<AccountId> find_access_link(Reader& reader, const Digest& hash, Instant now);
void delete_access_links(Transaction& transaction, AccountId account);
int prune_access_links(Transaction& transaction, Instant now, int limit);

// --- deletions ---

// Schedules the deletion; with nothing, the account stays.
void set_deletion(Transaction& transaction, AccountId account, std::optional<Instant> at);
// The time of the scheduled deletion, or nothing if the account stays.
std::optional<Instant> deletion_of(Reader& reader, AccountId account);
// Accounts due for deletion, the longest due first, at most `limit`.
std::vector<AccountId> accounts_to_delete(Reader& reader, Instant now, int limit);

}  // namespace tanbo::store
