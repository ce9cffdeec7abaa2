#include "protocol/people/personal.hpp"

#include <algorithm>
#include <array>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/events.hpp"

namespace tanbo::protocol {

std::string encode_deadline_warning(const DeadlineWarning& warning) {
    JsonWriter out(160);
    out.begin_object().key("game").id(warning.game);
    out.key("seat").word(engine::seat_name(warning.seat));
    out.key("ply").number(warning.ply);
    out.key("deadline").word(format_instant(warning.deadline));
    out.key("remaining_ms").number(warning.remaining.count()).end_object();
    return out.take();
}

namespace {

constexpr std::array<std::string_view, 6> plan_drop_names = {
    "no-branch", "illegal-move", "undo", "seat-changed", "left", "game-over"};

}  // namespace

std::string_view plan_drop_name(PlanDrop why) {
    return plan_drop_names[static_cast<std::size_t>(why)];
}

std::optional<PlanDrop> parse_plan_drop(std::string_view name) {
    const auto found = std::ranges::find(plan_drop_names, name);
    if (found == plan_drop_names.end()) return std::nullopt;
    return static_cast<PlanDrop>(found - plan_drop_names.begin());
}

std::string encode_plan_dropped(const PlanDropped& dropped) {
    JsonWriter out(96);
    out.begin_object().key("game").id(dropped.game);
    write_seat(out.key("seat"), dropped.seat);
    out.key("ply").number(dropped.ply).key("why").word(plan_drop_name(dropped.why)).end_object();
    return out.take();
}

}  // namespace tanbo::protocol
