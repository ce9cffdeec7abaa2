#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Rows that are calculated from games' events, as text to be compared.
namespace tanbo::store {

// All rows of a game that its log alone decides, each with its table and every column: "games id=7
// setup=9x9 ...". Reading them does not change them.
std::vector<std::string> derived_rows(Reader& reader, GameId game);

// A checksum of each table that rating::recompute() fills. Cost: all of their rows.
std::map<std::string, std::uint64_t> rating_checksums(Reader& reader);

// Accounts with numbers of games, as lists of players show them, that differ from their games; at
// most `limit`. Cost: all seats of all games.
std::vector<AccountId> miscounted_accounts(Reader& reader, int limit);

}  // namespace tanbo::store
