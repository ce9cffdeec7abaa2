#include "server/cli/engines/search_engine.hpp"

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

SearchResult think(Engine& engine, const GameLine& game, const Limits& limits) {
    engine.begin(game, limits);
    while (!engine.think({})) {
    }
    return engine.result();
}

TEST(SearchEngine, FindsALegalMoveOnEverySetup) {
    SearchEngine engine(1, bytes);
    for (const engine::Setup& setup : engine::setups()) {
        const GameLine game = std::get<GameLine>(line_of_setup(setup.id));

        const SearchResult result = think(engine, game, {.simulations = 20});

        EXPECT_EQ(game.position().legality(result.best), engine::Illegal::none) << setup.id;
        EXPECT_EQ(result.simulations, 20U) << setup.id;
        ASSERT_EQ(result.chances.size(), static_cast<std::size_t>(setup.seats));
        EXPECT_NEAR(std::accumulate(result.chances.begin(), result.chances.end(), 0.0), 1, 1e-3);
        EXPECT_EQ(result.line.front(), result.best) << setup.id;
        EXPECT_EQ(result.candidates.front().point, result.best) << setup.id;
    }
}

TEST(SearchEngine, DoesAsManySimulationsAsALevelMayAndNoMore) {
    SearchEngine engine(1, bytes);
    const GameLine game = line("setup 9x9");

    EXPECT_EQ(think(engine, game, {.level = 3}).simulations, 0U);
    EXPECT_EQ(think(engine, game, {.level = 6}).simulations, search::level(6).simulations);
    EXPECT_EQ(think(engine, game, {.simulations = 5, .level = 10}).simulations, 5U);
    EXPECT_EQ(think(engine, game, {.simulations = 1'000'000, .level = 6}).simulations,
              search::level(6).simulations);
}

// The move of a bot of that level there in a game of that seed.
engine::Point reply(Engine& engine, const GameLine& game, int level, std::uint64_t seed) {
    return think(engine, game, {.level = level, .seed = seed}).best;
}

TEST(SearchEngine, RepliesToTheSameMovesInOtherWaysInOtherGames) {
    SearchEngine engine(1, bytes);
    for (const char* const position :
         {"setup 9x9", "setup 9x9 moves C2 B7 H7", "setup 13x13", "setup 19x19", "setup 5x5x5"}) {
        const GameLine game = line(position);
        for (int level = level_min; level <= level_max; ++level) {
            std::set<engine::Point> replies;
            for (std::uint64_t seed = 1; seed <= 20; ++seed) {
                replies.insert(reply(engine, game, level, seed));
            }
            EXPECT_GE(replies.size(), 2U) << position << ", level " << level;
        }
    }
}

TEST(SearchEngine, RepliesInAGameAsBeforeWhoeverIsAskedAndWhateverCameBetween) {
    const GameLine game = line("setup 9x9 moves C2 B7 H7");
    SearchEngine engine(1, bytes);
    for (const int level : {1, 6, 10}) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            SearchEngine restarted(99 + seed, bytes);
            const engine::Point first = reply(engine, game, level, seed);
            think(engine, line("setup 9x9 moves C2"), {.simulations = 40});

            EXPECT_EQ(reply(restarted, game, level, seed), first);
            EXPECT_EQ(reply(engine, game, level, seed), first);
        }
    }
}

// The move that the policy likes best there.
engine::Point likeliest(const GameLine& game, engine::Point last) {
    search::Searcher searcher(game.shared_opening(), search::weights_for(game.opening()));
    searcher.set(game.position(), last);
    return searcher.report().moves.front().point;
}

TEST(SearchEngine, KnowsWhereTheLastStoneWasPlaced) {
    SearchEngine engine(1, bytes);
    GameLine game = line("setup 13x13");
    while (likeliest(game, game.last_stone()) == likeliest(game, engine::no_point)) {
        const auto legal = game.position().legal_points(*game.position().to_move());
        game.play(legal[legal.size() / 2]);
        ASSERT_FALSE(game.position().is_over()) << "it never matters";
    }

    engine.begin(game, {});

    EXPECT_EQ(engine.result().best, likeliest(game, game.last_stone()));
}

TEST(SearchEngine, EndsWithItsTime) {
    SearchEngine engine(1, bytes);
    const auto start = Clock::now();
    const std::clock_t work = std::clock();

    const SearchResult result = think(engine, line("setup 19x19"), {.time = milliseconds{30}});

    EXPECT_GE(Clock::now() - start, milliseconds{30});
    EXPECT_LT(std::clock() - work, 2 * CLOCKS_PER_SEC) << "of the processor";
    EXPECT_GT(result.simulations, 0U);
}

TEST(SearchEngine, PlaysSeveralGamesInTurns) {
    SearchEngine engine(1, bytes);
    const GameLine games[] = {line("setup 9x9"),    line("setup 13x13"),     line("setup 5x5x5"),
                              line("setup line31"), line("setup 7x7-dense"), line("setup 9x9")};
    for (int round = 0; round < 2; ++round) {
        for (const GameLine& game : games) {
            const SearchResult result = think(engine, game, {.level = 6});
            EXPECT_EQ(game.position().legality(result.best), engine::Illegal::none);
        }
    }
}

TEST(SearchEngine, GivesOneBoardAllItsMemory) {
    SearchEngine engine(1, bytes);
    for (const char* const position :
         {"setup 9x9", "setup 9x9 moves C2", "setup 9x9 moves C2 B7"}) {
        think(engine, line(position), {.simulations = 1});
        EXPECT_EQ(engine.bytes(), bytes) << position;
    }
}

TEST(SearchEngine, TakesABoardWithoutANameForTheSameHoweverOftenItIsTold) {
    SearchEngine engine(1, bytes);
    for (int i = 0; i < 5; ++i) {
        think(engine, line("fen 5x5/B2/D4/black"), {.simulations = 1});
        EXPECT_EQ(engine.bytes(), bytes);
    }
}

TEST(SearchEngine, SharesItsMemoryAmongBoardsInUse) {
    SearchEngine engine(1, bytes);
    const GameLine games[] = {line("setup 9x9"), line("setup 13x13"), line("setup 5x5x5")};
    for (int round = 0; round < 2; ++round) {
        for (const GameLine& game : games) {
            think(engine, game, {.simulations = 1});
            EXPECT_LE(engine.bytes(), bytes);
        }
    }
    EXPECT_GT(engine.bytes(), bytes * 9 / 10);

    // The others were not asked about for long.
    for (int i = 0; i < 100; ++i) think(engine, games[0], {.simulations = 1});
    EXPECT_EQ(engine.bytes(), bytes);
}

TEST(SearchEngine, ThinksNothingOnceItIsStopped) {
    SearchEngine engine(1, bytes);
    std::stop_source stop;
    stop.request_stop();
    const GameLine game = line("setup 19x19");

    engine.begin(game, {});
    engine.think(stop.get_token());

    EXPECT_LE(engine.result().simulations, 1U);
    EXPECT_EQ(game.position().legality(engine.result().best), engine::Illegal::none);
}

}  // namespace
}  // namespace tanbo::cli
