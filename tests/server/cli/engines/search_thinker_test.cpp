#include "server/cli/engines/search_thinker.hpp"

#include <ctime>
#include <numeric>
#include <set>

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

// The move of a bot of that level there in a game of that seed.
engine::Point reply(Thinker& thinker, const GameLine& game, int level, std::uint64_t seed) {
    return think(thinker, game, {.level = level, .seed = seed}).best;
}

TEST(SearchThinker, RepliesToTheSameMovesInOtherWaysInOtherGames) {
    SearchThinker thinker(1, bytes);
    for (const char* const position :
         {"setup 9x9", "setup 9x9 moves C2 B7 H7", "setup 13x13", "setup 19x19", "setup 5x5x5"}) {
        const GameLine game = line(position);
        for (int level = level_min; level <= level_max; ++level) {
            std::set<engine::Point> replies;
            for (std::uint64_t seed = 1; seed <= 20; ++seed) {
                replies.insert(reply(thinker, game, level, seed));
            }
            EXPECT_GE(replies.size(), 2U) << position << ", level " << level;
        }
    }
}

TEST(SearchThinker, RepliesInAGameAsBeforeWhoeverIsAskedAndWhateverCameBetween) {
    const GameLine game = line("setup 9x9 moves C2 B7 H7");
    SearchThinker thinker(1, bytes);
    for (const int level : {1, 6, 10}) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            SearchThinker restarted(99 + seed, bytes);
            const engine::Point first = reply(thinker, game, level, seed);
            think(thinker, line("setup 9x9 moves C2"), {.simulations = 40});

            EXPECT_EQ(reply(restarted, game, level, seed), first);
            EXPECT_EQ(reply(thinker, game, level, seed), first);
        }
    }
}

// The move that the policy likes best there.
engine::Point likeliest(const GameLine& game, engine::Point last) {
    search::Searcher searcher(game.shared_opening(), search::weights_for(game.opening()));
    searcher.set(game.position(), last);
    return searcher.report().moves.front().point;
}

TEST(SearchThinker, KnowsWhereTheLastStoneWasPlaced) {
    SearchThinker thinker(1, bytes);
    GameLine game = line("setup 13x13");
    while (likeliest(game, game.last_stone()) == likeliest(game, engine::no_point)) {
        const auto legal = game.position().legal_points(*game.position().to_move());
        game.play(legal[legal.size() / 2]);
        ASSERT_FALSE(game.position().is_over()) << "it never matters";
    }

    thinker.begin(game, {});

    EXPECT_EQ(thinker.thought().best, likeliest(game, game.last_stone()));
}

TEST(SearchThinker, EndsWithItsTime) {
    SearchThinker thinker(1, bytes);
    const auto start = Clock::now();
    const std::clock_t work = std::clock();

    const Thought thought = think(thinker, line("setup 19x19"), {.time = milliseconds{30}});

    EXPECT_GE(Clock::now() - start, milliseconds{30});
    EXPECT_LT(std::clock() - work, 2 * CLOCKS_PER_SEC) << "of the processor";
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
