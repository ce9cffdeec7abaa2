#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/cli/analysis/search_judge.hpp"

namespace tanbo::cli {

enum class AnalysisForm : std::uint8_t { table, json, svg };

struct AnalyzeOptions {
    std::string record = "-";               // a file; "-" is standard input
    std::optional<std::int64_t> game = {};  // of a file with several
    AnalysisForm form = AnalysisForm::table;
    analysis::Analyst::Budget budget{judge_simulations, judge_seed};
    bool is_coloured = false;
};

// Analyses a finished game's record and writes what it finds to standard output. Returns the exit
// status.
int analyze(const AnalyzeOptions& options);

}  // namespace tanbo::cli
