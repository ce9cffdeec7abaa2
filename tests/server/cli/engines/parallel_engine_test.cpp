#include "server/cli/engines/parallel_engine.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "server/cli/engines/search_engine.hpp"

namespace tanbo::cli {
namespace {

constexpr std::size_t bytes = std::size_t{4} << 20U;

GameLine game_of(std::string_view text) {
    return std::get<GameLine>(read_position(words_of(text)));
}

std::vector<std::unique_ptr<Engine>> searchers(std::uint64_t count) {
    std::vector<std::unique_ptr<Engine>> all;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        all.push_back(std::make_unique<SearchEngine>(100 * seed, bytes));
    }
    return all;
}

SearchResult search_result(Engine& engine, const GameLine& game, const Limits& limits) {
    engine.begin(game, limits);
    while (!engine.think({})) {
    }
    return engine.result();
}

SearchResult result(std::vector<Candidate> candidates, std::uint64_t simulations,
                    std::vector<double> chances) {
    SearchResult made;
    made.best = candidates.front().point;
    made.line = {made.best, static_cast<engine::Point>(made.best + 100)};
    made.candidates = std::move(candidates);
    made.simulations = simulations;
    made.chances = std::move(chances);
    return made;
}

TEST(Merged, AddsVisitsAndTakesTheMeanOfChancesByThem) {
    const SearchResult all = merged(std::vector{
        result({{1, 30, 0.6}, {2, 10, 0.5}}, 40, {0.6, 0.4}),
        result({{2, 50, 0.8}, {1, 10, 0.2}}, 60, {0.7, 0.3}),
    });

    EXPECT_EQ(all.simulations, 100U);
    EXPECT_EQ(all.best, 2);
    ASSERT_EQ(all.candidates.size(), 2U);
    EXPECT_EQ(all.candidates[0].visits, 60U);
    EXPECT_NEAR(all.candidates[0].chance, 0.75, 1e-9);
    EXPECT_EQ(all.candidates[1].visits, 40U);
    EXPECT_NEAR(all.candidates[1].chance, 0.5, 1e-9);
    EXPECT_NEAR(all.chances[0], 0.66, 1e-9);
    EXPECT_NEAR(all.chances[1], 0.34, 1e-9);
    EXPECT_EQ(all.line, (std::vector<engine::Point>{2, 102})) << "of the one that looked most";
}

TEST(Merged, TakesAsProvenWhatOneHasProven) {
    const SearchResult all = merged(std::vector{
        result({{1, 90, 0.9}, {2, 10, 0.5}}, 100, {0.9, 0.1}),
        result({{2, 5, 1, Proven::won}, {1, 20, 0.8}}, 25, {1, 0}),
    });

    EXPECT_EQ(all.best, 2);
    EXPECT_EQ(all.candidates[0].proven, Proven::won);
    EXPECT_EQ(all.candidates[0].chance, 1);
    EXPECT_EQ(all.chances, (std::vector<double>{1, 0}));
}

TEST(Merged, PutsWhatIsProvenToLoseLast) {
    const SearchResult all = merged(std::vector{
        result({{1, 90, 0.4}, {2, 10, 0.3}}, 100, {0.4, 0.6}),
        result({{2, 10, 0.3}, {1, 5, 0, Proven::lost}}, 15, {0.3, 0.7}),
    });

    EXPECT_EQ(all.best, 2);
    EXPECT_EQ(all.candidates[1].proven, Proven::lost);
}

TEST(ParallelEngine, SharesTheSimulationsOutAndLosesNone) {
    for (const std::uint64_t simulations : {1U, 2U, 7U, 100U}) {
        ParallelEngine engine(searchers(3));

        const SearchResult all =
            search_result(engine, game_of("setup 9x9"), {.simulations = simulations});

        EXPECT_EQ(all.simulations, simulations);
        EXPECT_NEAR(std::accumulate(all.chances.begin(), all.chances.end(), 0.0), 1, 1e-3);
    }
}

TEST(ParallelEngine, FindsTheSameForTheSameSeedsHoweverTheThreadsRun) {
    const GameLine game = game_of("setup 13x13");
    ParallelEngine one(searchers(3));
    ParallelEngine other(searchers(3));

    const SearchResult first = search_result(one, game, {.simulations = 300});
    const SearchResult second = search_result(other, game, {.simulations = 300});

    EXPECT_EQ(first.best, second.best);
    EXPECT_EQ(first.chances, second.chances);
    ASSERT_EQ(first.candidates.size(), second.candidates.size());
    for (std::size_t place = 0; place < first.candidates.size(); ++place) {
        EXPECT_EQ(first.candidates[place].point, second.candidates[place].point);
        EXPECT_EQ(first.candidates[place].visits, second.candidates[place].visits);
    }
}

TEST(ParallelEngine, ThinksAsALevelByTheFirstAlone) {
    const GameLine game = game_of("setup 9x9");
    ParallelEngine several(searchers(3));
    SearchEngine alone(100, bytes);

    const SearchResult of_several = search_result(several, game, {.level = 7});
    const SearchResult of_one = search_result(alone, game, {.level = 7});

    EXPECT_EQ(of_several.simulations, of_one.simulations);
    EXPECT_EQ(of_several.best, of_one.best);
}

TEST(ParallelEngine, EndsOnceOneIsCertain) {
    ParallelEngine engine(searchers(2));
    const GameLine game = game_of("fen 4x4/A1/D4/black");

    const SearchResult all = search_result(engine, game, {.simulations = 1'000'000'000});

    EXPECT_NE(all.candidates.front().proven, Proven::open);
    EXPECT_LT(all.simulations, 1'000'000'000U);
}

TEST(ParallelEngine, IsDoneAtOnceWhenItIsStopped) {
    ParallelEngine engine(searchers(3));
    std::stop_source stop;
    stop.request_stop();
    const GameLine game = game_of("setup 19x19");
    engine.begin(game, {});

    engine.think(stop.get_token());

    EXPECT_EQ(game.position().legality(engine.result().best), engine::Illegal::none);
}

}  // namespace
}  // namespace tanbo::cli
