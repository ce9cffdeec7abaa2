#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/seat.hpp"

namespace tanbo::cli {

struct OfflineOptions {
    std::string setup = "9x9";
    std::vector<std::string> against;  // "level:5" for each other seat; the last for the rest
    std::optional<engine::Seat> seat;  // one's own; nothing: the first
};

// Plays a game against levels of this program, in the terminal or through pipes, without a server.
// Returns the exit status.
int play_offline(const OfflineOptions& options);

}  // namespace tanbo::cli
