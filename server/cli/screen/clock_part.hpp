#pragma once

#include <optional>
#include <string>

#include "engine/match.hpp"

namespace tanbo::cli {

// "1:05", "2:03:04"; from a day on "3 d 04:05". Seconds that have begun are not counted.
std::string clock_text(engine::Millis remaining);

// A seat's clock; empty if the game has no clock or the seat is not in.
std::string clock_of(const engine::Match& match, engine::Seat seat, engine::Instant now);

// The time until the clocks show something else; nothing if no time runs.
std::optional<engine::Millis> next_tick(const engine::Match& match, engine::Instant now);

}  // namespace tanbo::cli
