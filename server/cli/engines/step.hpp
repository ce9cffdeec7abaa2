#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

// A search that a line has asked for.
struct Search {
    GameLine line;
    Limits limits;
};

// The steps that a line leads to, in this order.
struct Step {
    std::vector<std::string> replies = {};  // without line ends
    bool stops = false;                 // the search that runs is to end, and to say what it found
    std::optional<Search> search = {};  // begins; never while one runs
    std::optional<EngineSettings> settings = {};  // hold from now on; never while one runs
    bool quits = false;
};

}  // namespace tanbo::cli
