#pragma once

#include "server/game/observer.hpp"

namespace tanbo::notify {

// Keeps what waits for the players of a game, as GET /me/turns lists it: proposals that they are to
// answer, seats that are kept for them. Their moves follow from the game's own rows.
//
// Throws: store::StorageError. Thread: the writer thread.
void keep_questions(store::Transaction& transaction, const game::CommandEvents& command);

}  // namespace tanbo::notify
