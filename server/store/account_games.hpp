#pragma once

#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// Games that are not over in which the account has a seat, or is invited to one, in their order.
std::vector<GameId> unfinished_games_of(Reader& reader, AccountId account);

}  // namespace tanbo::store
