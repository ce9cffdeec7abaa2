#pragma once

#include <optional>

#include "protocol/json/error.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::lobby {

// Why this account may not take a seat that is open to others, or nothing. Who has never finished
// a game counts as reliable, and who has no rating as a newcomer.
//
// Errors: not_admitted. Throws: store::StorageError.
std::optional<protocol::Error> why_not_admitted(store::Reader& reader,
                                                const store::Challenge& challenge,
                                                const store::Account& account);

}  // namespace tanbo::lobby
