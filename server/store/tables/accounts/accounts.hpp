#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

enum class AccountKind : std::uint8_t { guest, member, bot };
enum class Role : std::uint8_t { player, moderator, admin };

// The suspension of an account that is not to come back.
inline constexpr Instant for_ever{
    std::chrono::seconds(253'402'300'799)};  // the end of the year 9999

struct NewAccount {
    std::string_view handle = {};
    std::string_view handle_key = {};  // the handle case-folded by the caller's rule
    AccountKind kind = AccountKind::member;
    std::optional<std::string_view> password_hash = {};  // nothing: no login by password
    Instant created_at{};
    std::optional<AccountId> owner = {};  // of a bot
};

struct Account {
    AccountId id{};
    std::string handle = {};
    AccountKind kind = AccountKind::member;
    std::optional<std::string> password_hash = {};
    Instant created_at{};
    Role role = Role::player;
    // Until then it may not act. A bot may not while its owner may not: of both the later.
    std::optional<Instant> suspended_until = {};
    std::optional<AccountId> owner = {};
    std::optional<Instant> deleted_at = {};

    bool is_suspended(Instant now) const { return suspended_until && *suspended_until > now; }
};

// Whether no account has, or ever had, this handle or one that looks like it
// (protocol::handle_likeness). Handles of accounts that are gone are kept without their accounts.
bool is_handle_free(Reader& reader, std::string_view handle);

// Nothing if the handle is not free.
std::optional<AccountId> create_account(Transaction& transaction, const NewAccount& account);

// Nothing if there is no such account.
std::optional<Account> find_account(Reader& reader, AccountId id);
std::optional<Account> find_account(Reader& reader, std::string_view handle_key);
// False if there is no such account.
bool is_guest(Reader& reader, AccountId id);

// Bots of a member, oldest first; at most `limit`.
std::vector<Account> bots_of(Reader& reader, AccountId owner, int limit);

// A member and their bots, whichever of them the account is; ascending. Others are alone. What one
// person may have is counted over all of them.
std::vector<AccountId> family_of(Reader& reader, AccountId account);

// False if there is no such account.
bool set_password_hash(Transaction& transaction, AccountId id, std::string_view password_hash);
bool set_role(Transaction& transaction, AccountId id, Role role);
// Nothing: it may act again.
bool set_suspended(Transaction& transaction, AccountId id, std::optional<Instant> until);

// A guest becomes a member. False if another account has, or ever had, this handle or one that
// looks like it, or if the account is no guest's.
bool upgrade_guest(Transaction& transaction, AccountId id, std::string_view handle,
                   std::string_view handle_key, std::string_view password_hash);

// Leaves a row with this handle and no personal data but its former handle. False if it is deleted
// already, or the handle is taken.
bool erase_account(Transaction& transaction, AccountId id, std::string_view handle, Instant now);

// A deleted account that notices to others may still call by its former handle.
struct FormerHandle {
    AccountId account{};
    std::string former = {};
    std::string present = {};
};

// In the order of accounts, at most `limit`.
std::vector<FormerHandle> former_handles(Reader& reader, int limit);
// Nothing names it so any longer.
void forget_former_handle(Transaction& transaction, AccountId id);

// Written down when it is used, to the hour.
void set_seen(Transaction& transaction, AccountId id, Instant at);

struct UnusedGuest {
    AccountId id{};
    Instant seen_at{};
    bool has_games = false;
};

// Guests not used since `before`, longest unused first, at most `limit`, from behind this one on.
std::vector<UnusedGuest> unused_guests(Reader& reader, Instant before, const UnusedGuest& after,
                                       int limit);

// "guest", "member" or "bot".
std::string_view kind_name(AccountKind kind);

// "player", "moderator" or "admin"; the inverse yields nothing for any other name.
std::string_view role_name(Role role);
std::optional<Role> parse_role(std::string_view name);

}  // namespace tanbo::store
