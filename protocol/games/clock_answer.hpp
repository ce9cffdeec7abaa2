#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/time/clock.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// The origin of a game's times:
// {"game","settings":{clock settings},"now","running","paused","deadline",
//  "seats":{"black":{"remaining_ms","flag_at","terms":[{"kind","from","until","amount_ms","seq"}]}}}
// `remaining_ms` is as of `now` and the sum of the terms' amounts; `flag_at` is null but for the
// seat with the running time, and `seq` is null of what still goes on. Without a clock "seats" is
// {}.
// Requires: `explained` is explain_clock of the game's log at `now`, and `clock` that of its match.
std::string encode_clock(GameId game, const engine::Clock& clock,
                         std::span<const engine::ClockExplanation> explained, engine::Instant now);

}  // namespace tanbo::protocol
