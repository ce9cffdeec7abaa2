// Analyses games that a level plays with itself, as a server does, and prints how many of its moves
// are graded: how strict the thresholds of engine/analysis are.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "engine/analysis/analyst.hpp"
#include "engine/search/searcher.hpp"
#include "server/cli/analysis/search_judge.hpp"

namespace {

using namespace tanbo;

analysis::PlayedGame play(const engine::Setup& setup, const search::Level& level,
                          std::uint64_t seed) {
    search::Settings settings;
    settings.seed = seed;
    settings.memory.nodes_max = std::size_t{1} << 16U;
    search::Searcher searcher(setup.opening, search::weights_for(*setup.opening), settings);
    engine::Position position(setup.opening);
    analysis::PlayedGame game{std::string(setup.id), setup.opening, {}, std::nullopt};
    engine::Point last = engine::no_point;
    while (!position.is_over()) {
        searcher.set(position, last);
        if (level.simulations > 0) searcher.run(search::budget_of(level));
        last = searcher.choose(level);
        game.turns.push_back({0, last, *position.to_move()});
        position.play(last);
    }
    game.winner = position.winner();
    return game;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: tanbo_bench_grades SETUP LEVEL GAMES\n";
        return EXIT_FAILURE;
    }
    const engine::Setup* const setup = engine::find_setup(argv[1]);
    const int number = std::atoi(argv[2]);
    if (setup == nullptr || number < search::level_min || number > search::level_max) {
        std::cerr << "there is no such setup or level\n";
        return EXIT_FAILURE;
    }
    constexpr analysis::Analyst::Budget budget{cli::judge_simulations, cli::judge_seed};
    cli::SearchJudge judge(setup->opening, budget);
    std::array<int, 4> moves{};
    std::int64_t loss = 0;
    for (int game = 0; game < std::atoi(argv[3]); ++game) {
        const auto analysis = analysis::analyse(
            play(*setup, search::level(number), static_cast<std::uint64_t>(game) + 1),
            [&](const engine::Position& position, engine::Point last, analysis::Look look) {
                return judge.judge(position, last, look);
            },
            budget);
        for (const analysis::AnalysedTurn& turn : analysis.turns) {
            ++moves[static_cast<std::size_t>(turn.grade())];
            loss += turn.verdict.loss();
        }
    }
    const int all = moves[0] + moves[1] + moves[2] + moves[3];
    std::cout << setup->id << " level " << number << ": " << all << " moves, " << moves[1]
              << " inaccuracies, " << moves[2] << " mistakes, " << moves[3]
              << " blunders, mean loss " << static_cast<double>(loss) / 1000 / all << "\n";
}
