#pragma once

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// What is counted before a house bot takes a seat.
namespace tanbo::store {

// How many of the account's games that are being played something has happened in since then. Of
// many the newest `limit` are looked at. Cost: a walk along one index, `limit` rows at most.
int games_moving(Reader& reader, AccountId account, Instant since, int limit);

// How many of the games that the account is playing have a house bot at the board; likewise.
int games_with_bots(Reader& reader, AccountId account, int limit);

}  // namespace tanbo::store
