#include <barrier>
#include <functional>
#include <future>

#include <gtest/gtest.h>

#include "server/game/writer_state.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

// Receives one frame, and wakes the test, which waits on another thread.
class Listener final : public GameSubscriber {
public:
    void on_frame(const Frame& frame) override {
        if (!has_heard_) told.set_value(frame.seq);
        has_heard_ = true;
    }

    std::promise<std::uint32_t> told;

private:
    bool has_heard_ = false;
};

// Thread 1 answers a GET while thread 0 has pushed an event already and nothing has come to thread
// 1 by its event loop: a client that is quicker than the loop.
class PublishTest : public GameTest {
protected:
    struct Seen {
        std::uint32_t pushed = 0;
        std::uint32_t shown = 0;
    };
    // The work of an I/O thread before it is kept busy.
    using Before = std::function<void()>;

    PublishTest() {
        FixtureOptions options;
        options.threads = 2;
        restart(options);
    }

    Seen push_then_get(GameId game, const std::function<void()>& tell, const Before& before = {},
                       const Before& until_read = {}) {
        Listener listener;
        Feed::Subscription subscription;
        on(0, [&]() -> base::Awaitable<bool> {
            subscription = feeds[0].follow_game(game, listener);
            co_return true;
        });
        std::promise<void> is_busy;
        std::promise<void> can_wait;
        auto told = listener.told.get_future();
        auto shown = test::start_on(io->executor(1), [&]() -> base::Awaitable<Seen> {
            if (before) before();
            is_busy.set_value();
            can_wait.get_future().wait();
            const std::uint32_t pushed = told.get();
            auto view = co_await views[1].get(game, std::nullopt);
            co_return Seen{pushed, view->seq()};
        });
        is_busy.get_future().wait();
        if (until_read) until_read();
        can_wait.set_value();
        tell();
        const Seen seen = shown.get();
        on(0, [&]() -> base::Awaitable<bool> {
            subscription.reset();
            co_return true;
        });
        return seen;
    }

    std::vector<ThreadGames> threads() { return {{views[0], feeds[0]}, {views[1], feeds[1]}}; }

    // The batch that a move of the game would commit.
    std::shared_ptr<const CommittedBatch> next_batch(GameId game) {
        const auto present = match(game);
        auto next = std::make_shared<engine::Match>(*present);
        const auto decided =
            engine::decide(*present, engine::Leave{anna.account},
                           engine::Instant(std::chrono::milliseconds(now_ms.load())));
        CommittedGame done;
        done.id = game;
        for (const engine::Event& event : std::get<engine::Decided>(decided).events) {
            next->apply(event);
            done.frames.push_back({event.seq, "leave", std::make_shared<const std::string>("{}")});
        }
        done.match = next;
        return std::make_shared<const CommittedBatch>(CommittedBatch{{done}, {}, false, {}});
    }

    // All that the readers had to do before is done, since both are here at once.
    void wait_for_readers() {
        std::barrier both(3);
        const auto meet = [&both] {
            both.arrive_and_wait();
            return true;
        };
        std::vector<std::future<bool>> met;
        for (int i = 0; i < 2; ++i) {
            met.push_back(test::start_on(io->executor(0), [this, meet]() -> base::Awaitable<bool> {
                auto done = co_await readers->run(meet);
                co_return done.has_value();
            }));
        }
        both.arrive_and_wait();
        for (auto& one : met) EXPECT_TRUE(one.get());
    }
};

TEST_F(PublishTest, ShowsOnEveryThreadWhatOneHasPushed) {
    const GameId game = start_game();
    ASSERT_TRUE(view(game, {}, 1).has_value());
    const Command move = next_move(game);

    const Seen seen = push_then_get(game, [&] { EXPECT_TRUE(submit(game, move).has_value()); });

    EXPECT_EQ(seen.shown, seen.pushed);
}

TEST_F(PublishTest, ShowsItIfTheLogWasReadBefore) {
    const GameId game = start_game();
    const Command move = next_move(game);
    std::future<protocol::Result<View>> first;
    const auto read = [&] {
        first = test::start_on(io->executor(1), [&] { return views[1].get(game, std::nullopt); });
    };
    // The first GET has read the log; its answer waits until the thread is free.
    const Seen seen = push_then_get(
        game, [&] { EXPECT_TRUE(submit(game, move).has_value()); }, read,
        [this] { wait_for_readers(); });

    EXPECT_EQ(seen.shown, seen.pushed);
    EXPECT_EQ(first.get()->seq(), seen.pushed);
}

TEST_F(PublishTest, NeverGoesBackToWhatIsOlderThanTheLogRead) {
    const GameId game = start_game();
    ASSERT_TRUE(play(game, 1).has_value());
    const auto old = std::make_shared<const CommittedBatch>(
        CommittedBatch{{{game, match(game), {}}}, {}, false, {}});
    ASSERT_TRUE(play(game, 1).has_value());
    const std::uint32_t seq = view(game, {}, 1)->seq();

    views[1].offer(old);

    EXPECT_EQ(view(game, {}, 1)->seq(), seq);
}

TEST_F(PublishTest, IsWhatThePushWaitsFor) {
    const GameId game = start_game();
    ASSERT_TRUE(view(game, {}, 1).has_value());
    const auto batch = next_batch(game);

    const Seen seen = push_then_get(game, [&] { publish(*io, threads(), batch); });

    EXPECT_GE(seen.shown, seen.pushed);
}

// The negative control: each thread is offered the batch with its own push only.
TEST_F(PublishTest, WouldShowAnOlderGameIfEachThreadWereToldForItself) {
    const GameId game = start_game();
    ASSERT_TRUE(view(game, {}, 1).has_value());
    const auto batch = next_batch(game);
    const auto tell_each_for_itself = [&] {
        for (int i = 0; i < 2; ++i) {
            io->post_to(i, [batch, games = threads()[static_cast<std::size_t>(i)]] {
                games.views.offer(batch);
                games.views.catch_up();
                games.feed.deliver(*batch);
            });
        }
    };

    const Seen seen = push_then_get(game, tell_each_for_itself);

    EXPECT_LT(seen.shown, seen.pushed);
}

}  // namespace
}  // namespace tanbo::game
