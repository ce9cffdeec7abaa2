#include <algorithm>
#include <future>
#include <random>

#include <gtest/gtest.h>

#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;
using Answer = protocol::Result<Receipt>;

// Plays one game from one thread to its end, repeating every third move as a client that lost its
// answer does. Yields what was acknowledged.
base::Awaitable<std::size_t> play_to_the_end(Referee& referee, Views& views, GameId game,
                                             unsigned seed) {
    std::mt19937 random(seed);
    std::size_t moves = 0;
    while (true) {
        auto view = co_await views.get(game, std::nullopt);
        const engine::Match& match = view->match();
        if (!match.to_move()) co_return moves;
        const auto legal = match.position().legal_points(*match.to_move());
        const engine::Point point = legal[random() % legal.size()];
        const auto seat = static_cast<std::size_t>(engine::index_of(*match.to_move()));
        Command move = Move{match.seats()[seat].player->account,
                            engine::point_name(match.opening().lattice(), point), match.ply()};
        Command same = move;
        auto answer = co_await referee.submit(game, std::move(move));
        if (!answer || answer->is_repeat) co_return 0;
        ++moves;
        if (moves % 3 != 0) continue;
        auto again = co_await referee.submit(game, std::move(same));
        if (!again || !again->is_repeat || again->seq != answer->seq) co_return 0;
    }
}

using RaceTest = GameTest;

TEST_F(RaceTest, LetsOneOfManyWinAPlyAndTellsTheOthersThePresentOne) {
    const GameId game = start_game("19x19");
    const auto present = match(game);
    const auto legal = present->position().legal_points(engine::Seat::black);
    std::vector<std::future<Answer>> answers;

    for (std::size_t i = 0; i < 60; ++i) {
        const engine::Point point = legal[i % 20];
        Command move =
            Move{anna.account, engine::point_name(present->opening().lattice(), point), 0};
        answers.push_back(test::start_on(io->executor(static_cast<int>(i % 3)), [this, game, move] {
            return referee->submit(game, move);
        }));
    }

    int done = 0;
    int repeated = 0;
    for (auto& future : answers) {
        const Answer answer = future.get();
        if (answer.has_value()) {
            ++(answer->is_repeat ? repeated : done);
            continue;
        }
        EXPECT_EQ(answer.error().code, Code::stale_ply);
        EXPECT_EQ(answer.error().ply, 1U);
    }
    EXPECT_EQ(done, 1);
    EXPECT_EQ(repeated, 2);
    EXPECT_EQ(match(game)->ply(), 1U);
}

TEST_F(RaceTest, GivesASeatToOneOfTwo) {
    for (int round = 0; round < 20; ++round) {
        const GameId game = open_game(anna, game_request("9x9", {"me", "open"}))->game;
        auto first = test::start_on(
            io->executor(0), [this, game] { return referee->submit(game, engine::Join{ben, {}}); });
        auto second = test::start_on(io->executor(1), [this, game] {
            return referee->submit(game, engine::Join{carl, {}});
        });

        const Answer one = first.get();
        const Answer other = second.get();

        EXPECT_NE(one.has_value(), other.has_value());
        EXPECT_EQ((one ? other : one).error().code, Code::game_full);
    }
}

TEST_F(RaceTest, CarriesOutEveryMoveOfManyGamesOnce) {
    std::vector<GameId> games;
    for (int i = 0; i < 24; ++i) games.push_back(start_game());
    std::vector<std::future<std::size_t>> ends;

    for (std::size_t i = 0; i < games.size(); ++i) {
        const std::size_t thread = i % 3;
        ends.push_back(test::start_on(
            io->executor(static_cast<int>(thread)), [this, thread, game = games[i], i] {
                return play_to_the_end(*referee, views[thread], game, static_cast<unsigned>(i));
            }));
    }

    for (std::size_t i = 0; i < games.size(); ++i) {
        const std::size_t moves = ends[i].get();
        EXPECT_GT(moves, 0U);
        EXPECT_EQ(match(games[i])->ply(), moves);
        expect_sound_log(games[i]);
    }
}

TEST_F(RaceTest, ShowsAnAnsweredMoveOnEveryThread) {
    const GameId game = start_game("13x13");
    for (int thread = 0; thread < 3; ++thread) ASSERT_TRUE(view(game, {}, thread).has_value());

    for (int i = 0; i < 60; ++i) {
        const Answer moved = submit(game, next_move(game), {}, i % 3);
        ASSERT_TRUE(moved.has_value());
        for (int thread = 0; thread < 3; ++thread) {
            EXPECT_GE(view(game, {}, thread)->seq(), moved->seq);
        }
    }
}

}  // namespace
}  // namespace tanbo::game
