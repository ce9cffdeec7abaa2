#include <string>
#include <utility>

#include "engine/notation.hpp"
#include "protocol/personal.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/writer_state.hpp"
#include "server/store/plans.hpp"

// The part of GameTransaction that follows plans.
namespace tanbo::game {

void GameTransaction::expect_plans(GameId game) {
    writer_state_.expect_plans(game);
}

// Ends: every move that is played shortens a plan, and every plan is finite.
void GameTransaction::follow_plans(GameId game, bool have_seats_changed) {
    while (follow_one_plan(game, have_seats_changed)) {
    }
}

// True: a plan was played, so the others have to be asked again.
bool GameTransaction::follow_one_plan(GameId game, bool have_seats_changed) {
    const auto present = match(game);
    // If time has run out at this very instant, that comes first.
    if (present->due() && *present->due() <= now_) return false;
    for (const store::Plan& row : store::plans_of(transaction_, game)) {
        const auto account = row.account;
        const auto plan = protocol::decode_plan_branches(row.plan);
        PlanVerdict verdict = protocol::PlanDrop::no_branch;
        if (have_seats_changed) {
            verdict = protocol::PlanDrop::seat_changed;
        } else if (plan) {
            verdict = consult(*present, account, static_cast<std::uint32_t>(row.ply), *plan);
        }
        if (const auto* const why = std::get_if<protocol::PlanDrop>(&verdict)) {
            drop_plan(game, *present, row, *why);
        } else if (const auto* const answer = std::get_if<PlanPlays>(&verdict)) {
            play_plan(game, *present, row, *answer);
            return true;
        }
    }
    return false;
}

// The move is the same as if its owner had sent it now.
void GameTransaction::play_plan(GameId game, const engine::Match& match, const store::Plan& plan,
                                const PlanPlays& answer) {
    const auto account = plan.account;
    const Command move =
        Move{account, engine::point_name(match.opening().lattice(), answer.point), match.ply(), {}};
    const engine::Place place{account, answer.point, match.ply(), {}};
    engine::Decision decision = engine::decide(match, place, now_);
    auto* const decided = std::get_if<engine::Decided>(&decision);
    if (decided == nullptr) return drop_plan(game, match, plan, protocol::PlanDrop::illegal_move);
    if (answer.branch->next.empty()) {
        store::remove_plan(transaction_, game, plan.account);
    } else {
        const store::Plan rest{plan.account, match.ply() + 1,
                               protocol::encode_plan_branches(answer.branch->next)};
        store::set_plan(transaction_, game, rest, now_);
    }
    apply(game, move, match, std::move(*decided));
}

void GameTransaction::drop_plan(GameId game, const engine::Match& match, const store::Plan& plan,
                                protocol::PlanDrop why) {
    store::remove_plan(transaction_, game, plan.account);
    const auto account = plan.account;
    const protocol::PlanDropped dropped{game, match.seat_of(account), match.ply(), why};
    notify_player(account, game, "plan-dropped", protocol::encode_plan_dropped(dropped));
}

}  // namespace tanbo::game
