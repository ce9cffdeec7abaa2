#include "server/cli/engines/search_thinker.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr std::size_t bytes = std::size_t{8} << 20U;

GameLine line(std::string_view text) {
    return std::get<GameLine>(read_position(words_of(text)));
}

Thought think(Thinker& thinker, const GameLine& game, const Limits& limits) {
    thinker.begin(game, limits);
    while (!thinker.think({})) {
    }
    return thinker.thought();
}

TEST(SearchThinker, FindsALegalMoveOnEverySetup) {
    SearchThinker thinker(1, bytes);
    for (const engine::Setup& setup : engine::setups()) {
        const GameLine game = std::get<GameLine>(line_of_setup(setup.id));

        const Thought thought = think(thinker, game, {.simulations = 20});

        EXPECT_EQ(game.position().legality(thought.best), engine::Illegal::none) << setup.id;
        EXPECT_EQ(thought.simulations, 20U) << setup.id;
        ASSERT_EQ(thought.chances.size(), static_cast<std::size_t>(setup.seats));
        EXPECT_NEAR(std::accumulate(thought.chances.begin(), thought.chances.end(), 0.0), 1, 1e-3);
        EXPECT_EQ(thought.line.front(), thought.best) << setup.id;
        EXPECT_EQ(thought.candidates.front().point, thought.best) << setup.id;
    }
}

TEST(SearchThinker, DoesAsManySimulationsAsALevelMayAndNoMore) {
    SearchThinker thinker(1, bytes);
    const GameLine game = line("setup 9x9");

    EXPECT_EQ(think(thinker, game, {.level = 3}).simulations, 0U);
    EXPECT_EQ(think(thinker, game, {.level = 6}).simulations, search::level(6).simulations);
    EXPECT_EQ(think(thinker, game, {.simulations = 5, .level = 10}).simulations, 5U);
    EXPECT_EQ(think(thinker, game, {.simulations = 1'000'000, .level = 6}).simulations,
              search::level(6).simulations);
}

TEST(SearchThinker, EndsWithItsTime) {
    SearchThinker thinker(1, bytes);
    const auto start = Clock::now();

    const Thought thought = think(thinker, line("setup 19x19"), {.time = milliseconds{30}});

    EXPECT_GE(Clock::now() - start, milliseconds{30});
    EXPECT_LT(Clock::now() - start, milliseconds{2000});
    EXPECT_GT(thought.simulations, 0U);
}

TEST(SearchThinker, PlaysSeveralGamesInTurns) {
    SearchThinker thinker(1, bytes);
    const GameLine games[] = {line("setup 9x9"),    line("setup 13x13"),     line("setup 5x5x5"),
                              line("setup line31"), line("setup 7x7-dense"), line("setup 9x9")};
    for (int round = 0; round < 2; ++round) {
        for (const GameLine& game : games) {
            const Thought thought = think(thinker, game, {.level = 6});
            EXPECT_EQ(game.position().legality(thought.best), engine::Illegal::none);
        }
    }
}

TEST(SearchThinker, ThinksNothingOnceItIsStopped) {
    SearchThinker thinker(1, bytes);
    std::stop_source stop;
    stop.request_stop();
    const GameLine game = line("setup 19x19");

    thinker.begin(game, {});
    thinker.think(stop.get_token());

    EXPECT_LE(thinker.thought().simulations, 1U);
    EXPECT_EQ(game.position().legality(thinker.thought().best), engine::Illegal::none);
}

}  // namespace
}  // namespace tanbo::cli
