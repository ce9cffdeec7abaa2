#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/seat.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Plans: what a player has the server answer to what the others do. Points are names here; the
// game's lattice decides what they mean.
namespace tanbo::protocol {

inline constexpr int plan_branches_max = 200;  // of a whole plan
inline constexpr int plan_depth_max = 30;      // own moves, one after another
inline constexpr int plan_guards_max = 8;      // of one branch
inline constexpr int plan_parts_max = 600;     // conditions and guards of a whole plan
inline constexpr int plan_space_max = 4096;

// A turn of another seat before its planner is to move again.
struct PlanCondition {
    engine::Seat seat = engine::Seat::black;
    std::string point;  // empty: anything

    bool operator==(const PlanCondition&) const = default;
};

// A root, named by its point of the opening, still has so many points of root space.
struct PlanGuard {
    std::string root;
    int root_space_min = 1;

    bool operator==(const PlanGuard&) const = default;
};

// If all of this holds, this is played, and then one of the next. A seat without a condition may do
// anything.
struct PlanBranch {
    std::vector<PlanCondition> conditions;
    std::vector<PlanGuard> guards;
    std::string move;
    std::vector<PlanBranch> next;

    bool operator==(const PlanBranch&) const = default;
};

// The first branch that fits is followed.
using PlanBranches = std::vector<PlanBranch>;

// The conditions and guards of the whole plan, which may be plan_parts_max when it is made.
int plan_parts(const PlanBranches& plan);

// {"ply":12,"plan":[{"if":[{"seat":"white","point":"K10"|"any"}],
//                    "guard":[{"root":"G13","root_space_min":3}],"then":"L10","next":[...]}]}
// "guard" and "next" may be left out. `ply` is how many stones the planner had seen.
//
// Errors: malformed_json; invalid_field with its pointer: also a seat twice in one "if", and what
// goes past a maximum above.
struct SetPlan {
    std::uint32_t ply = 0;
    PlanBranches plan;
};
Result<SetPlan> decode_set_plan(std::string_view body);
std::string encode_set_plan(const SetPlan& set);

// {"game","ply","plan":[...]}: what of it is still to come, `ply` the stones before the first that
// it waits for.
std::string encode_plan(GameId game, std::uint32_t ply, const PlanBranches& plan);
// Errors: as decode_set_plan.
Result<SetPlan> decode_plan(std::string_view answer);

// As it is stored: the array alone. Errors: as decode_set_plan.
std::string encode_plan_branches(const PlanBranches& plan);
Result<PlanBranches> decode_plan_branches(std::string_view text);

// As people write it:
//   if white K10 then L10 guarded (G13 3) (if white M10 then N10), else if any then A2
// Errors: invalid_field; its detail says what was expected where.
Result<PlanBranches> read_plan_text(std::string_view text);
std::string plan_text(const PlanBranches& plan);

}  // namespace tanbo::protocol
