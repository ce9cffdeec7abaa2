#include "server/base/threads/event_count.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "server/base/threads/io_threads.hpp"

namespace tanbo::base {
namespace {

using namespace std::chrono_literals;

Awaitable<void> wait(EventCount& events, std::uint64_t key, std::chrono::milliseconds time,
                     std::promise<void>& done) {
    co_await events.wait(key, time);
    done.set_value();
}

class BellTest : public testing::Test {
protected:
    BellTest() { threads.start(); }
    ~BellTest() override {
        threads.stop();
        threads.join();
    }

    // A coroutine that waits on that thread, as if the events had rung so often.
    std::future<void> waiting(int thread, std::uint64_t key, std::chrono::milliseconds time) {
        promises.push_back(std::make_unique<std::promise<void>>());
        spawn(threads.executor(thread), "waiter", wait(events, key, time, *promises.back()));
        return promises.back()->get_future();
    }
    static bool is_over(std::future<void>& future, std::chrono::milliseconds within = 60s) {
        return future.wait_for(within) == std::future_status::ready;
    }

    EventCount events;
    std::vector<std::unique_ptr<std::promise<void>>> promises;
    IoThreads threads{2};
};

TEST_F(BellTest, WakesAllWhoWaitOnAnyThread) {
    const std::uint64_t key = events.key();
    auto first = waiting(0, key, 1h);
    auto second = waiting(1, key, 1h);
    EXPECT_FALSE(is_over(first, 20ms));

    events.notify_all();

    EXPECT_TRUE(is_over(first));
    EXPECT_TRUE(is_over(second));
}

// At the end of a process, the loops may go first.
TEST(EventCount, OutlivesTheLoopOfWhoeverWaits) {
    EventCount events;
    std::promise<void> done;
    {
        boost::asio::io_context context(1);
        spawn(context.get_executor(), "waiter", wait(events, events.key(), 1h, done));
        context.poll();
    }

    events.notify_all();

    EXPECT_EQ(events.key(), 1U);
    EXPECT_EQ(done.get_future().wait_for(0s), std::future_status::timeout);
}

TEST_F(BellTest, DoesNotHoldWhoHasMissedARing) {
    const std::uint64_t key = events.key();
    events.notify_all();

    auto late = waiting(0, key, 1h);

    EXPECT_TRUE(is_over(late));
}

TEST_F(BellTest, HoldsNobodyLongerThanAsked) {
    auto impatient = waiting(0, events.key(), 1ms);

    EXPECT_TRUE(is_over(impatient));
}

TEST_F(BellTest, HoldsNobodyOnceItIsClosed) {
    auto before = waiting(0, events.key(), 1h);

    events.close();
    auto after = waiting(1, events.key(), 1h);

    EXPECT_TRUE(is_over(before));
    EXPECT_TRUE(is_over(after));
}

TEST_F(BellTest, HoldsSoManyAndNoMore) {
    std::vector<std::future<void>> held;
    for (std::size_t i = 0; i < EventCount::waiters_max; ++i) {
        held.push_back(waiting(0, events.key(), 1h));
    }

    auto past = waiting(0, events.key(), 1h);

    EXPECT_TRUE(is_over(past));
    for (auto& one : held) EXPECT_FALSE(is_over(one, 0ms));
    events.notify_all();
    for (auto& one : held) EXPECT_TRUE(is_over(one));
}

}  // namespace
}  // namespace tanbo::base
