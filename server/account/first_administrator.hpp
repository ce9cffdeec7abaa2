#pragma once

#include <chrono>
#include <string>

#include "server/base/clock.hpp"

namespace tanbo::store {
class Transaction;
}

namespace tanbo::account {

inline constexpr std::chrono::days first_link_life{3};

// Creates an administrator without a password. Yields the token of the link to /account/reset by
// which they choose one: it works once, for first_link_life. Requires: an empty database, and a
// valid handle. Throws: store::StorageError. Thread: the writer thread.
std::string create_administrator(store::Transaction& transaction, const std::string& handle,
                                 base::Instant now);

}  // namespace tanbo::account
