#pragma once

#include <vector>

#include "server/storage/ids.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::storage {

// Games that are not over in which the account has a seat, or is invited to one, in their order.
std::vector<GameId> unfinished_games_of(Reader& reader, AccountId account);

}  // namespace tanbo::storage
