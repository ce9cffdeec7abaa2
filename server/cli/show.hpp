#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tanbo::cli {

struct ShowOptions {
    std::string record = "-";               // a file; "-" is standard input
    std::optional<std::int64_t> game = {};  // of a file with several
    std::optional<std::uint32_t> ply = {};  // the board after so many stones; nothing: the last
    bool is_coloured = false;
};

// Draws the board of a game in a file. Returns the exit status.
int show(const ShowOptions& options);

}  // namespace tanbo::cli
