#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/base/clock.hpp"
#include "server/store/transaction.hpp"

// The accounts of the house bots, one a level, and the tokens by which a program plays for them.
namespace tanbo::bots {

// Makes those that are not there yet. Throws: store::StorageError.
void create_accounts(store::Transaction& transaction, base::Instant now);

// Of several nodes over one database each has tokens of its own; nothing: the tokens of all.
using Node = std::optional<std::int64_t>;

// Every token of theirs is void from now on. Requires: no server runs that takes them, or this one
// has not begun to answer: others are not told. Throws: store::StorageError.
void revoke_tokens(store::Transaction& transaction, Node node);

// New tokens in the place of the former ones, good for looking at games, playing and
// the server's searches, and no more.
// Yields them as the program reads them: a line of JSON for each account, and an empty line. They
// are never shown again. Beside each token stands what the bot draws by, the same each time.
// Requires: as revoke_tokens; the accounts are there. Throws: store::StorageError.
std::string renew_tokens(store::Transaction& transaction, Node node, base::Instant now);

}  // namespace tanbo::bots
