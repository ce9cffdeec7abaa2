#include "protocol/games/plans.hpp"

#include <algorithm>

#include "protocol/games/plain_move.hpp"
#include "protocol/games/planned_move.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::string_view anything = "any";

// An array and an object for every move, and what stands in the last of them.
constexpr JsonCaps plan_caps{request_bytes_max, 2 * plan_depth_max + 4, document_values_max,
                             request_members_max};

// --- reading ---

std::string read_name(const JsonReader& in) {
    return std::string(in.text(1, point_text_bytes_max));
}

PlanCondition read_condition(const JsonReader& in) {
    in.expect_keys({"seat", "point"});
    PlanCondition condition;
    condition.seat = in.field("seat").word(engine::parse_seat, "a seat");
    condition.point = read_name(in.field("point"));
    if (condition.point == anything) condition.point.clear();
    return condition;
}

PlanGuard read_guard(const JsonReader& in) {
    in.expect_keys({"root", "root_space_min"});
    const auto least = in.field("root_space_min").integer(1, plan_space_max);
    return {read_name(in.field("root")), static_cast<int>(least)};
}

std::vector<PlanCondition> read_conditions(const JsonReader& in) {
    std::vector<PlanCondition> conditions;
    const std::size_t count = in.elements(0, engine::seats_max - 1);
    for (std::size_t i = 0; i < count; ++i) {
        const JsonReader element = in.element(i);
        PlanCondition condition = read_condition(element);
        const bool is_known = std::ranges::any_of(
            conditions, [&](const PlanCondition& other) { return other.seat == condition.seat; });
        if (is_known) element.refuse("repeats a seat");
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

// Reads a tree and counts what it holds.
class TreeReader {
public:
    PlanBranches read(const JsonReader& in, int depth, std::size_t least) {
        PlanBranches branches;
        if (depth > plan_depth_max) {
            in.refuse("must have at most " + std::to_string(plan_depth_max) + " moves in a row");
            return branches;
        }
        const std::size_t count = in.elements(least, plan_branches_max);
        branches_ += static_cast<int>(count);
        if (branches_ > plan_branches_max) {
            in.refuse("must keep the plan within " + std::to_string(plan_branches_max) +
                      " branches");
            return branches;
        }
        for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
            branches.push_back(read_branch(in.element(i), depth));
        }
        return branches;
    }

private:
    PlanBranch read_branch(const JsonReader& in, int depth) {
        in.expect_keys({"if", "guard", "then", "next"});
        PlanBranch branch;
        branch.conditions = read_conditions(in.field("if"));
        branch.move = read_name(in.field("then"));
        if (in.has("guard")) {
            const JsonReader guards = in.field("guard");
            const std::size_t count = guards.elements(0, plan_guards_max);
            for (std::size_t i = 0; i < count; ++i) {
                branch.guards.push_back(read_guard(guards.element(i)));
            }
        }
        if (in.has("next")) branch.next = read(in.field("next"), depth + 1, 0);
        return branch;
    }

    int branches_ = 0;
};

// --- writing ---

void write_branches(JsonWriter& out, const PlanBranches& branches);

void write_branch(JsonWriter& out, const PlanBranch& branch) {
    out.begin_object().key("if").begin_array();
    for (const PlanCondition& condition : branch.conditions) {
        out.begin_object().key("seat").word(engine::seat_name(condition.seat));
        out.key("point").text(condition.point.empty() ? anything : condition.point).end_object();
    }
    out.end_array();
    if (!branch.guards.empty()) {
        out.key("guard").begin_array();
        for (const PlanGuard& guard : branch.guards) {
            out.begin_object().key("root").text(guard.root);
            out.key("root_space_min").number(guard.root_space_min).end_object();
        }
        out.end_array();
    }
    out.key("then").text(branch.move);
    if (!branch.next.empty()) {
        out.key("next");
        write_branches(out, branch.next);
    }
    out.end_object();
}

void write_branches(JsonWriter& out, const PlanBranches& branches) {
    out.begin_array();
    for (const PlanBranch& branch : branches) write_branch(out, branch);
    out.end_array();
}

}  // namespace

int plan_parts(const PlanBranches& plan) {
    std::size_t parts = 0;
    for (const PlanBranch& branch : plan) {
        parts += branch.conditions.size() + branch.guards.size();
        parts += static_cast<std::size_t>(plan_parts(branch.next));
    }
    return static_cast<int>(parts);
}

Result<SetPlan> decode_set_plan(std::string_view body) {
    return decode_with<SetPlan>(body, plan_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"ply", "plan"});
        SetPlan set;
        set.ply = in.field("ply").natural32();
        set.plan = TreeReader().read(in.field("plan"), 1, 1);
        return set;
    });
}

Result<PlannedMove> decode_planned_move(std::string_view body) {
    if (auto move = read_plain_move(body)) return PlannedMove{std::move(*move), std::nullopt};
    return decode_with<PlannedMove>(body, plan_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"point", "ply", "seq", "plan"});
        PlannedMove planned{read_point_and_ply(in), std::nullopt};
        if (in.has("plan")) planned.plan = TreeReader().read(in.field("plan"), 1, 1);
        return planned;
    });
}

std::string encode_set_plan(const SetPlan& set) {
    JsonWriter out;
    out.begin_object().key("ply").number(set.ply).key("plan");
    write_branches(out, set.plan);
    out.end_object();
    return out.take();
}

std::string encode_plan(GameId game, std::uint32_t ply, const PlanBranches& plan) {
    JsonWriter out;
    out.begin_object().key("game").id(game).key("ply").number(ply).key("plan");
    write_branches(out, plan);
    out.end_object();
    return out.take();
}

Result<SetPlan> decode_plan(std::string_view answer) {
    return decode_with<SetPlan>(answer, plan_caps, FirstFault(), [](const JsonReader& in) {
        return SetPlan{in.field("ply").natural32(), TreeReader().read(in.field("plan"), 1, 1)};
    });
}

std::string encode_plan_branches(const PlanBranches& plan) {
    JsonWriter out;
    write_branches(out, plan);
    return out.take();
}

Result<PlanBranches> decode_plan_branches(std::string_view text) {
    return decode_with<PlanBranches>(text, plan_caps, FirstFault(), [](const JsonReader& in) {
        return TreeReader().read(in, 1, 1);
    });
}

}  // namespace tanbo::protocol
