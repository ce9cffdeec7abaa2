#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/cli/screen/style.hpp"

namespace tanbo::cli {

struct ShowOptions {
    std::string record = "-";  // a file, "-" for standard input, or a game's number on a server
    std::string server = {};   // for a number
    std::string token = {};
    std::optional<std::int64_t> game = {};  // of a file with several
    std::optional<std::uint32_t> ply = {};  // the board after so many stones; nothing: the last
    bool has_steps = false;                 // in a terminal: step through it
    bool is_json = false;
    Style style = {};
};

// Draws the board of a game in a file or on a server. Returns the exit status.
int show(const ShowOptions& options);

}  // namespace tanbo::cli
