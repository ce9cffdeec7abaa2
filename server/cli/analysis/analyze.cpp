#include "server/cli/analysis/analyze.hpp"

#include <iostream>

#include "protocol/records/analysis.hpp"
#include "server/cli/analysis/table.hpp"
#include "server/cli/record_file.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

std::string text_of(const AnalyzeOptions& options, const protocol::Record& record,
                    const analysis::Analysis& analysis) {
    const analysis::PlayedGame game = analysis::game_of(record.match);
    switch (options.form) {
        case AnalysisForm::table:
            return analysis_table(game, analysis, options.is_coloured);
        case AnalysisForm::json:
            return protocol::encode_analysis(record.game, game, analysis) + "\n";
        case AnalysisForm::svg:
            return protocol::svg_chances(game, analysis);
    }
    return {};
}

}  // namespace

int analyze(const AnalyzeOptions& options) {
    const auto record = read_record(options.record);
    if (!record) return report(record.error().detail);
    if (!analysis::can_be_analysed(record->match)) {
        return report("only a finished game of 1 to " + std::to_string(analysis::turns_max) +
                      " stones can be analysed");
    }
    SearchJudge judge(record->match.shared_opening(), options.budget);
    const auto analysis = analysis::analyse(
        analysis::game_of(record->match),
        [&](const engine::Position& position, engine::Point last, analysis::Look look) {
            return judge.judge(position, last, look);
        },
        options.budget);
    std::cout << text_of(options, *record, analysis);
    return 0;
}

}  // namespace tanbo::cli
