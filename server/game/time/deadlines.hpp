#pragma once

#include <chrono>

#include "engine/match.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/tables/games/deadlines.hpp"
#include "server/store/transaction.hpp"

// The time at which something falls due in a game, and that of its player's next reminder. The row
// follows from the match alone, except for the turn's reminders that are sent or not due any more.
namespace tanbo::game {

// Reminders come when these parts of what a player had at the beginning of their turn are left,
// once each, unless the part is too short to be of use.
inline constexpr int first_reminder_part = 5;    // 20 %
inline constexpr int second_reminder_part = 20;  // 5 %
inline constexpr std::chrono::seconds reminder_part_min{1};

// Brings the row up to `after`. `before` is null if the game was opened. Cost: nothing if
// neither has anything due. Throws: store::StorageError.
void update_deadline(store::Transaction& transaction, GameId game, const engine::Match* before,
                     const engine::Match& after);

// Rewrites the row, or removes it. Throws: store::StorageError.
void sync_deadline(store::Transaction& transaction, GameId game, const engine::Match& match,
                   int reminded);

// The row of this match, after `reminded` reminders of its turn. Requires: match.due().
store::Deadline deadline_of(GameId game, const engine::Match& match, int reminded);

// One more reminder is done with, or more if several were due by now.
void mark_reminded(store::Transaction& transaction, const engine::Match& match,
                   store::Deadline deadline, engine::Instant now);

}  // namespace tanbo::game
