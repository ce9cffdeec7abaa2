#pragma once

#include <optional>
#include <string>

namespace tanbo::cli {

struct PairOptions {
    std::string report;             // a file in TRF16; "-" is standard input
    std::string secret;             // in hex
    std::optional<int> round = {};  // from 1 on; nothing: the one after those that are played
};

// Pairs a round of a Swiss tournament again, by its report and its secret, and prints a line per
// table: its number and the names of the players, the first seat first. A bye has one name.
//
// Returns the exit status: 0, or 1 if the round can't be paired or an option is wrong.
int pair(const PairOptions& options);

}  // namespace tanbo::cli
