#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Plans that players have told the server to answer for them: for their owners' eyes only.
namespace tanbo::store {

struct Plan {
    AccountId account{};    // its owner
    std::int64_t ply = 0;   // stones before the first that it waits for
    std::string plan = {};  // JSON
};

// Takes the place of the one before. Throws: StorageError constraint if there is no such game or
// account.
void set_plan(Transaction& transaction, GameId game, const Plan& plan, Instant at);
// False if there was none.
bool remove_plan(Transaction& transaction, GameId game, AccountId account);

// Nothing if the account has none in this game.
std::optional<Plan> find_plan(Reader& reader, GameId game, AccountId account);
// All of a game, by account; at most one a seat.
std::vector<Plan> plans_of(Reader& reader, GameId game);
bool has_plans(Reader& reader, GameId game);

}  // namespace tanbo::store
