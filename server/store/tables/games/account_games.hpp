#pragma once

#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Games in which an account has a seat.
namespace tanbo::store {

// The games that are not over and that it has not left, also if it is only invited, in their order.
std::vector<GameId> unfinished_games_of(Reader& reader, AccountId account);

// How many open games it has joined; counts to `limit` at most.
// Cost: a walk over those, and the seats that are kept for it.
int open_games_joined(Reader& reader, AccountId account, int limit);

// How many of those that are being played something has happened in since then. Of many the newest
// `limit` are looked at. Cost: a walk along one index, `limit` rows at most.
int games_moving(Reader& reader, AccountId account, Instant since, int limit);

// How many of them seat a player who is known at the address (known_addresses.hpp), or with an
// owner who is.
int games_moving_with(Reader& reader, AccountId account, Instant since, int limit,
                      std::string_view address);

// How many of the games in progress seat a house bot. Looks at the newest `limit`, as above.
int games_with_bots(Reader& reader, AccountId account, int limit);

}  // namespace tanbo::store
