#pragma once

#include <chrono>
#include <string>

#include "server/cli/tournament/series.hpp"

namespace tanbo::cli {

struct MatchOptions {
    std::string first;  // "level:5", or a command
    std::string second;
    SeriesOptions series;
    ProgramTimes times;
    std::string record;  // a file that gets each game as a line for `tanbo replay`; none if empty
};

// Plays the match and prints it; the exit status.
int play_match(const MatchOptions& options);

}  // namespace tanbo::cli
