#include "server/cli/analysis/analyze.hpp"

#include "protocol/records/analysis.hpp"
#include "server/cli/analysis/table.hpp"
#include "server/cli/record_file.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

namespace {

analysis::PlayedGame played(const protocol::SavedGame& game) {
    return {game.setup, game.opening, game.turns, game.winner};
}

std::string text_of(const AnalyzeOptions& options, const protocol::SavedGame& saved,
                    const analysis::Analysis& analysis) {
    const analysis::PlayedGame game = played(saved);
    switch (options.form) {
        case AnalysisForm::table:
            return analysis_table(game, analysis, options.is_coloured);
        case AnalysisForm::json:
            return protocol::encode_analysis(saved.game, game, analysis) + "\n";
        case AnalysisForm::svg:
            return protocol::svg_chances(game, analysis);
    }
    return {};
}

}  // namespace

int analyze(const AnalyzeOptions& options) {
    const auto file = read_game(options.record, options.game);
    if (!file) return report(file.error().detail);
    const analysis::PlayedGame game = played(file->game);
    if (!file->game.is_over || game.stones() == 0 || game.stones() > analysis::turns_max) {
        return report("only a finished game of 1 to " + std::to_string(analysis::turns_max) +
                      " stones can be analysed");
    }
    SearchJudge judge(game.opening, options.budget);
    const auto analysis = analysis::analyse(
        game,
        [&](const engine::Position& position, engine::Point last, analysis::Look look) {
            return judge.judge(position, last, look);
        },
        options.budget);
    const std::string text = text_of(options, file->game, analysis);
    options.form == AnalysisForm::table ? print(text) : print_data(text);
    return 0;
}

}  // namespace tanbo::cli
