#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::storage {

enum class AccountKind : std::uint8_t { guest, member, bot };

struct NewAccount {
    std::string_view handle = {};
    std::string_view handle_key = {};  // the handle case-folded by the caller's rule
    AccountKind kind = AccountKind::member;
    std::optional<std::string_view> password_hash = {};  // nothing: no login by password
    Instant created_at = 0;
};

struct Account {
    AccountId id{};
    std::string handle = {};
    AccountKind kind = AccountKind::member;
    std::optional<std::string> password_hash = {};
    Instant created_at = 0;
};

// Nothing where another account has this handle_key.
std::optional<AccountId> create_account(Transaction& transaction, const NewAccount& account);

// Nothing where there is no such account.
std::optional<Account> find_account(Reader& reader, AccountId id);
std::optional<Account> find_account(Reader& reader, std::string_view handle_key);

// False where there is no such account.
bool set_password_hash(Transaction& transaction, AccountId id, std::string_view password_hash);

}  // namespace tanbo::storage
