#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/seat.hpp"
#include "engine/time/instant.hpp"
#include "protocol/json/ids.hpp"

// Messages of a game to one player alone: the data of notices on the topic "me", and what becomes
// of them elsewhere.
namespace tanbo::protocol {

// {"game","seat","ply","deadline","remaining_ms"}
struct DeadlineWarning {
    GameId game{};
    engine::Seat seat = engine::Seat::black;
    std::uint32_t ply = 0;
    engine::Instant deadline;
    engine::Millis remaining{0};
};
std::string encode_deadline_warning(const DeadlineWarning& warning);

enum class PlanDrop : std::uint8_t {
    no_branch,     // the others did what it does not provide for
    illegal_move,  // what it says can't be played
    undo,          // the moves it waited for were taken back
    seat_changed,  // the seats were swapped
    left,          // its owner is out
    game_over,
};
std::string_view plan_drop_name(PlanDrop why);
std::optional<PlanDrop> parse_plan_drop(std::string_view name);

// {"game","seat","ply","why"}: seat is null if its owner has none any more.
struct PlanDropped {
    GameId game{};
    std::optional<engine::Seat> seat;
    std::uint32_t ply = 0;
    PlanDrop why = PlanDrop::no_branch;
};
std::string encode_plan_dropped(const PlanDropped& dropped);

}  // namespace tanbo::protocol
