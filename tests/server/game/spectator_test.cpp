#include <future>

#include <gtest/gtest.h>

#include "server/game/log.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/server/game/frame_sink.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;

// Keeps the seqs it is given and tells when the game's end has come.
class Spectator final : public test::FrameSink {
public:
    std::vector<std::string> frames;
    std::promise<void> ended;

private:
    void take(const Frame& frame) override {
        frames.push_back(*frame.json);
        if (frame.type == "end") ended.set_value();
    }
};

class SpectatorTest : public GameTest {
protected:
    struct Seat {
        int thread;
        std::shared_ptr<Spectator> sink = std::make_shared<Spectator>();
        std::unique_ptr<Follower> follower;
    };

    static base::Awaitable<std::uint32_t> watch(Seat& seat, Feed& feed, Views& views, GameId game,
                                                std::optional<std::uint32_t> after) {
        seat.follower = std::make_unique<Follower>(feed, views, game, seat.sink);
        auto view = co_await seat.follower->begin(std::nullopt, after);
        if (!view) co_return 0;
        auto run = co_await seat.follower->run();
        co_return run.has_value() && seat.follower->is_live() ? after.value_or(view->seq()) : 0;
    }
    std::future<std::uint32_t> start_watching(Seat& seat, GameId game,
                                              std::optional<std::uint32_t> after) {
        const auto thread = static_cast<std::size_t>(seat.thread);
        return test::start_on(io->executor(seat.thread), [this, &seat, thread, game, after] {
            return watch(seat, feeds[thread], views[thread], game, after);
        });
    }
    void end(Seat& seat) {
        std::promise<void> done;
        io->post_to(seat.thread, [&] {
            seat.follower.reset();
            done.set_value();
        });
        done.get_future().get();
    }
};

TEST_F(SpectatorTest, SeesTheWholeLogOnAnyThreadWheneverItCame) {
    const GameId game = start_game("13x13");
    std::deque<Seat> seats;
    std::vector<std::future<std::uint32_t>> starts;

    for (int i = 0; match(game)->status() == engine::Status::active; ++i) {
        if (i % 10 == 0) {
            Seat& seat = seats.emplace_back(Seat{i / 10 % 3, std::make_shared<Spectator>(), {}});
            const bool is_snapshot = i % 20 == 0;
            starts.push_back(start_watching(
                seat, game, is_snapshot ? std::nullopt : std::optional<std::uint32_t>(1)));
        }
        play(game, 1);
    }

    const auto log = events(game);
    for (std::size_t i = 0; i < seats.size(); ++i) {
        const std::uint32_t start = starts[i].get();
        ASSERT_GT(start, 0U);
        // One who came after the end has seen it in the snapshot, and is told nothing more.
        if (start < log.size()) seats[i].sink->ended.get_future().get();
        end(seats[i]);
        const auto& frames = seats[i].sink->frames;
        ASSERT_EQ(frames.size(), log.size() - start);
        for (std::size_t k = 0; k < frames.size(); ++k) {
            EXPECT_EQ(frames[k], protocol::encode_frame(game, log[start + k]));
        }
    }
    EXPECT_GT(seats.size(), 3U);
}

TEST_F(SpectatorTest, RefusesToGoOnFromTheFuture) {
    const GameId game = start_game();
    Seat seat{0, std::make_shared<Spectator>(), {}};

    const auto refused = on(0, [&] {
        seat.follower = std::make_unique<Follower>(feeds[0], views[0], game, seat.sink);
        return seat.follower->begin(std::nullopt, 4);
    });
    end(seat);

    EXPECT_EQ(refused.error().code, Code::bad_parameter);
    EXPECT_EQ(refused.error().seq, 3U);
}

TEST_F(SpectatorTest, FollowsNoGameThatMayNotBeSeen) {
    protocol::CreateGame request = game_request("9x9", {"me", "ben"});
    request.visibility = engine::Visibility::players;
    const GameId game = open_game(anna, request)->game;
    Seat seat{0, std::make_shared<Spectator>(), {}};

    const auto refused = on(0, [&] {
        seat.follower = std::make_unique<Follower>(feeds[0], views[0], game, seat.sink);
        return seat.follower->begin(carl.account, 0);
    });
    end(seat);

    EXPECT_EQ(refused.error().code, Code::no_such_game);
}

TEST_F(SpectatorTest, EndsWithItsSinkWithoutATrace) {
    const GameId game = start_game();
    Seat seat{0, std::make_shared<Spectator>(), {}};
    ASSERT_EQ(start_watching(seat, game, 1).get(), 1U);

    seat.sink.reset();
    play(game, 2);
    end(seat);

    EXPECT_EQ(metrics->gauge("tanbo_subscribers", "").value(), 0);
}

}  // namespace
}  // namespace tanbo::game
