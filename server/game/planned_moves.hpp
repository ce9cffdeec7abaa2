#pragma once

#include "protocol/games/plans.hpp"
#include "server/game/referee.hpp"

// Moves with the plan that answers what comes after them.
namespace tanbo::game {

// Places the stone and makes the plan in one transaction: the plan waits before anyone else can
// answer the move. Yields the move's event. The same move again gets the same event and leaves the
// plan as it is by then. Errors: those of Referee::submit; invalid_field with the pointer of what
// the board does not have, and nothing is placed. Thread: any I/O thread.
// Requires: the referee outlives it.
base::Awaitable<protocol::Result<SharedBytes>> play_with_plan(Referee& referee, GameId game,
                                                              Move move,
                                                              protocol::PlanBranches plan);

}  // namespace tanbo::game
