#include "server/game/decoded_plans.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/memory.hpp"

namespace tanbo::game {

namespace {

using engine::heap_bytes;
using protocol::PlanBranch;
using protocol::PlanBranches;

std::size_t branches_bytes(const PlanBranches& branches) {
    std::size_t bytes = heap_bytes(branches);
    for (const PlanBranch& branch : branches) {
        bytes += heap_bytes(branch.conditions) + heap_bytes(branch.guards) +
                 heap_bytes(branch.move) + branches_bytes(branch.next);
        for (const protocol::PlanCondition& one : branch.conditions) bytes += heap_bytes(one.point);
        for (const protocol::PlanGuard& one : branch.guards) bytes += heap_bytes(one.root);
    }
    return bytes;
}

DecodedPlan whole_plan(store::Plan row, PlanBranches branches) {
    const std::size_t bytes =
        heap_bytes(row.plan) + engine::shared_bytes<PlanBranches>() + branches_bytes(branches);
    return {std::move(row), std::make_shared<const PlanBranches>(std::move(branches)), bytes};
}

DecodedPlan decode_one(store::Plan row) {
    auto branches = protocol::decode_plan_branches(row.plan);
    if (branches) return whole_plan(std::move(row), std::move(*branches));
    const std::size_t bytes = heap_bytes(row.plan);
    return {std::move(row), nullptr, bytes};
}

}  // namespace

void DecodedPlan::advance(const PlanBranch& branch, std::uint32_t ply) {
    branches = {branches, &branch.next};
    row.ply = ply;
    row.plan = protocol::encode_plan_branches(*branches);
}

DecodedPlans::DecodedPlans(std::size_t bytes_max, base::Gauge* gauge)
    : games_(std::numeric_limits<std::size_t>::max(), bytes_max, gauge) {}

std::vector<DecodedPlan> DecodedPlans::decode(GameId game, std::vector<store::Plan> rows) {
    const std::vector<DecodedPlan>* const kept = games_.find(game);
    std::vector<DecodedPlan> plans;
    plans.reserve(rows.size());
    for (store::Plan& row : rows) {
        const auto is_same = [&row](const DecodedPlan& plan) { return plan.row.plan == row.plan; };
        const auto same = kept == nullptr ? std::vector<DecodedPlan>::const_iterator()
                                          : std::ranges::find_if(*kept, is_same);
        if (kept == nullptr || same == kept->end()) {
            plans.push_back(decode_one(std::move(row)));
        } else {
            plans.push_back({std::move(row), same->branches, same->bytes});
        }
    }
    return plans;
}

void DecodedPlans::add(GameId game, store::Plan row, const PlanBranches& branches) {
    const auto* const kept = games_.find(game);
    std::vector<DecodedPlan> plans = kept == nullptr ? std::vector<DecodedPlan>() : *kept;
    std::erase_if(plans, [&row](const DecodedPlan& one) { return one.row.account == row.account; });
    plans.push_back(whole_plan(std::move(row), branches));
    keep(game, std::move(plans));
}

void DecodedPlans::keep(GameId game, std::vector<DecodedPlan> plans) {
    if (plans.empty()) {
        games_.erase(game);
        return;
    }
    std::size_t bytes = heap_bytes(plans);
    for (const DecodedPlan& plan : plans) bytes += plan.bytes;
    games_.put(game, std::move(plans), bytes);
}

}  // namespace tanbo::game
