#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "engine/match.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/json/error.hpp"
#include "protocol/people/personal.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/transaction.hpp"

// Plans are followed in the transaction that makes it their owner's turn. Only the owner learns of
// them: they are in no log, no frame and no record.
namespace tanbo::game {

class GameTransaction;
class Referee;

// The state of a plan with first branches that wait for the stones from `ply` on.
struct PlanWaits {};
struct PlanPlays {
    engine::Point point;
    const protocol::PlanBranch* branch;  // its `next` is what is left of the plan
};
using PlanVerdict = std::variant<PlanWaits, PlanPlays, protocol::PlanDrop>;

// Pure. A branch fits when the stones placed since are as it says and its guards hold on the board
// before the answer; of several, the first is followed.
PlanVerdict consult(const engine::Match& match, AccountId account, std::uint32_t ply,
                    const protocol::PlanBranches& plan);

// Takes the place of the account's plan in this game and yields it as encode_plan.
//
// Errors: no_such_game, not_a_player, game_not_started, game_over, already_left; stale_ply if
// the others have moved on; your_turn; invalid_field with the pointer of a point or root that the
// board does not have, or of the planner's own seat in a condition.
// Throws: store::StorageError.
protocol::Result<std::string> set_plan(store::Transaction& transaction, GameTransaction& games,
                                       GameId game, AccountId account,
                                       const protocol::SetPlan& plan);

// The same, or removes it and yields nothing if there is no plan to be made; there need not have
// been one.
protocol::Result<std::string> put_plan(store::Transaction& transaction, GameTransaction& games,
                                       GameId game, AccountId account,
                                       const std::optional<protocol::SetPlan>& plan);

// As Referee::submit_plan, for a plan that its player has sent as it is. Thread: any I/O thread.
// Requires: the referee outlives them.
base::Awaitable<protocol::Result<std::string>> set_plan(Referee& referee, GameId game,
                                                        AccountId account, protocol::SetPlan plan);
base::Awaitable<protocol::Result<void>> remove_plan(Referee& referee, GameId game,
                                                    AccountId account);

// As encode_plan. Errors: no_such_plan. Throws: store::StorageError.
protocol::Result<std::string> read_plan(store::Reader& reader, GameId game, AccountId account);

}  // namespace tanbo::game
