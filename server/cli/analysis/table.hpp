#pragma once

#include <string>

#include "engine/analysis/analysis.hpp"

namespace tanbo::cli {

// An analysis for a terminal of 80 columns: a line for each stone, with the curve of the first
// seat's chance (of more than two seats: everybody's), then the grades of each seat and where the
// game turned.
std::string analysis_table(const analysis::PlayedGame& game, const analysis::Analysis& analysis,
                           bool is_coloured);

}  // namespace tanbo::cli
