#pragma once

#include <chrono>
#include <string>

#include "server/cli/tournament/series.hpp"

namespace tanbo::cli {

struct MatchOptions {
    std::string first;  // "level:5", or a command
    std::string second;
    SeriesOptions series;
    std::chrono::milliseconds grace{1000};  // over the time of a move, before it is lost
    std::string record;  // a file that gets each game as a line for `tanbo replay`; none if empty
};

// Plays the match and prints it; the exit status.
int play_match(const MatchOptions& options);

}  // namespace tanbo::cli
