#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/seat.hpp"

namespace tanbo::cli {

struct OfflineOptions {
    std::string setup = "9x9";
    // "level:5", or "here" for a person at this terminal, for each other seat; the last for the
    // rest.
    std::vector<std::string> against;
    std::optional<engine::Seat> seat;  // one's own; nothing: the first
};

// Plays a game against levels of this program and others at this terminal, on its screen or through
// pipes, without a server. Returns the exit status.
int play_offline(const OfflineOptions& options);

}  // namespace tanbo::cli
