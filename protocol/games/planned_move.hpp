#pragma once

#include <optional>
#include <string_view>

#include "protocol/games/plans.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/error.hpp"

// A move with the plan that follows it.
namespace tanbo::protocol {

struct PlannedMove {
    PlayMove move;
    std::optional<PlanBranches> plan;  // nothing: the move alone
};

// As decode_play_move, with "plan" beside, as in decode_set_plan. Errors: as both of them.
Result<PlannedMove> decode_planned_move(std::string_view body);

}  // namespace tanbo::protocol
