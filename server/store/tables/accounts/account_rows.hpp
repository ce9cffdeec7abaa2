#pragma once

#include <array>
#include <string_view>

#include "server/store/names.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/accounts.hpp"

// For this folder only.
namespace tanbo::store {

inline constexpr std::array<std::string_view, 3> account_kinds = {"guest", "member", "bot"};
inline constexpr std::array<std::string_view, 3> roles = {"player", "moderator", "admin"};

// Columns 0 to 8: id, handle, kind, password_hash, created_at, role, suspended_until, owner,
// deleted_at.
Account account_of(const Query& row);

}  // namespace tanbo::store
