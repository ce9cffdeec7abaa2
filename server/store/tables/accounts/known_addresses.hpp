#pragma once

#include <algorithm>
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
inline constexpr std::chrono::days known_address_retention{180};

// Whether the account's password was given right from there lately.
bool is_known_address(Reader& reader, AccountId account, std::string_view address, Instant now);
// The latest address of the account, or of its owner. Limits count visitors by it: accounts cost
// nothing, and one person may have many. Nothing if it is this machine's.
std::optional<std::string> counted_address(Reader& reader, AccountId account);
// It was given right from there now, or the guest came in.
void record_known_address(Transaction& transaction, AccountId account, std::string_view address,
                          Instant now);

// --- what many share ---

// Of what all share, people who came from one address (counted_address) have a fifth.
constexpr int part_of_address(int all) {
    return std::max(1, all / 5);
}

// Whether people from the account's address may have one more of `all`; `count_from(address)` says
// how many they have. This machine's addresses don't count.
template <class CountFrom>
bool has_address_room(Reader& reader, AccountId account, int all, CountFrom count_from) {
    const auto address = counted_address(reader, account);
    return !address || count_from(*address) < part_of_address(all);
}

// Whether the account may have one more of `all`, of which `taken` are taken. Cost: counts by
// address only once a single address could have used up its part.
template <class CountFrom>
bool is_room_for(Reader& reader, AccountId account, int taken, int all, CountFrom count_from) {
    if (taken < part_of_address(all)) return true;
    return taken < all && has_address_room(reader, account, all, count_from);
}

}  // namespace tanbo::store
