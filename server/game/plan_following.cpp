#include <string>
#include <utility>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/people/personal.hpp"
#include "server/game/decoded_plans.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/writer_state.hpp"
#include "server/store/tables/games/plans.hpp"

// The part of GameTransaction that follows plans.
namespace tanbo::game {

void GameTransaction::expect_plan(GameId game, store::Plan row,
                                  const protocol::PlanBranches& branches) {
    writer_state_.expect_plans(game);
    writer_state_.decoded_plans().add(game, std::move(row), branches);
}

// Ends: every move that is played shortens a plan, and every plan is finite.
void GameTransaction::follow_plans(GameId game, bool have_seats_changed) {
    auto rows = store::plans_of(transaction_, game);
    auto plans = writer_state_.decoded_plans().decode(game, std::move(rows));
    while (follow_one_plan(game, plans, have_seats_changed)) {
    }
    writer_state_.decoded_plans().keep(game, std::move(plans));
}

// True: a plan was played, and the others must be asked again.
bool GameTransaction::follow_one_plan(GameId game, std::vector<DecodedPlan>& plans,
                                      bool have_seats_changed) {
    const auto present = match(game);
    // If time has run out at this very instant, that comes first.
    if (present->due() && *present->due() <= now_) return false;
    for (auto plan = plans.begin(); plan != plans.end();) {
        const auto account = plan->row.account;
        PlanVerdict verdict = protocol::PlanDrop::no_branch;
        if (have_seats_changed) {
            verdict = protocol::PlanDrop::seat_changed;
        } else if (plan->branches) {
            const auto ply = static_cast<std::uint32_t>(plan->row.ply);
            verdict = consult(*present, account, ply, *plan->branches);
        }
        if (const auto* const answer = std::get_if<PlanPlays>(&verdict)) {
            if (!play_plan(game, *present, *plan, *answer)) plans.erase(plan);
            return true;
        }
        if (const auto* const why = std::get_if<protocol::PlanDrop>(&verdict)) {
            drop_plan(game, *present, account, *why);
            plan = plans.erase(plan);
        } else {
            ++plan;
        }
    }
    return false;
}

// The move is the same as if its owner had sent it now. Whether something is left of the plan.
bool GameTransaction::play_plan(GameId game, const engine::Match& match, DecodedPlan& plan,
                                const PlanPlays& answer) {
    const auto account = plan.row.account;
    const Command move =
        Move{account, engine::point_name(match.opening().lattice(), answer.point), match.ply(), {}};
    const engine::Place place{account, answer.point, match.ply(), {}};
    engine::Decision decision = engine::decide(match, place, now_);
    auto* const decided = std::get_if<engine::Decided>(&decision);
    if (decided == nullptr) {
        drop_plan(game, match, account, protocol::PlanDrop::illegal_move);
        return false;
    }
    const bool is_more = !answer.branch->next.empty();
    if (is_more) {
        plan.advance(*answer.branch, match.ply() + 1);
        store::set_plan(transaction_, game, plan.row, now_);
    } else {
        store::remove_plan(transaction_, game, account);
    }
    apply(game, move, match, std::move(*decided));
    return is_more;
}

void GameTransaction::drop_plan(GameId game, const engine::Match& match, AccountId account,
                                protocol::PlanDrop why) {
    store::remove_plan(transaction_, game, account);
    const protocol::PlanDropped dropped{game, match.seat_of(account), match.ply(), why};
    notify_player(account, game, "plan-dropped", protocol::encode_plan_dropped(dropped));
}

}  // namespace tanbo::game
