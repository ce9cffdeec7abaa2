#pragma once

#include <optional>

#include "protocol/error.hpp"
#include "server/storage/challenges.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::lobby {

// Why this account may not take a seat that is open to others, or nothing. Who has never finished
// a game counts as reliable, and who has no rating as a newcomer.
//
// Errors: not_admitted. Throws: storage::StorageError.
std::optional<protocol::Error> why_not_admitted(storage::Reader& reader,
                                                const storage::Challenge& challenge,
                                                const storage::Account& account);

}  // namespace tanbo::lobby
