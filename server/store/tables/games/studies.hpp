#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Trees of variations beside games: pass only the account of the request.
namespace tanbo::store {

inline constexpr int studies_max = 500;  // of one account

struct Study {
    GameId game{};
    std::int64_t seq = 0;  // how often it was saved
    std::string branches;  // JSON
    Instant updated_at{};
};

// Nothing if they have none beside this game.
std::optional<Study> find_study(Reader& reader, AccountId account, GameId game);

// Replaces the study. False if the account has studies_max others.
// Throws: StorageError constraint if there is no such game.
bool set_study(Transaction& transaction, AccountId account, const Study& study);

// Nothing happens if there is none.
void remove_study(Transaction& transaction, AccountId account, GameId game);

}  // namespace tanbo::store
