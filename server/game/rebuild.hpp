#pragma once

#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

// Derives a game's summary, seats and deadline again from its log; reminders that were given stay
// given. Returns what was wrong with them in a sentence, or nothing.
//
// Throws: store::StorageError; misuse if the log is not that of a game.
std::optional<std::string> rebuild_rows(store::Transaction& transaction, protocol::GameId game);

}  // namespace tanbo::game
