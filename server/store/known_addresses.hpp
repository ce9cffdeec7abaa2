#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// From where passwords were given right, and guests came in.
namespace tanbo::store {

// Of an account; past it the one that was used longest ago is forgotten.
inline constexpr int known_addresses_max = 50;
// After which an address that is not used is a stranger's again.
inline constexpr std::chrono::days known_addresses_kept{180};

// Whether the account's password was given right from there lately.
bool is_known_address(Reader& reader, AccountId account, std::string_view address, Instant now);
// The latest of the account, or of its owner, by which limits count who came from one: accounts
// cost nothing, so that one person may have many. Nothing if it is this machine's.
std::optional<std::string> counted_address(Reader& reader, AccountId account);
// It was given right from there now, or the guest came in.
void note_known_address(Transaction& transaction, AccountId account, std::string_view address,
                        Instant now);

}  // namespace tanbo::store
