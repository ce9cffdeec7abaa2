#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/base/async.hpp"
#include "server/base/io_threads.hpp"
#include "server/base/one_shot.hpp"
#include "server/base/signal.hpp"

namespace tanbo::base {
namespace {

Awaitable<void> wait_twice(Signal& signal, std::vector<int>& woken) {
    co_await signal.wait();
    woken.push_back(1);
    co_await signal.wait();
    woken.push_back(2);
}

Awaitable<void> fail() {
    throw std::runtime_error("the disk is on fire");
    co_return;
}

Awaitable<void> take(OneShot<std::unique_ptr<int>> value, std::promise<int>& out) {
    const std::unique_ptr<int> taken = co_await value.wait();
    out.set_value(*taken);
}

// Holds `held` for as long as the coroutine is there.
Awaitable<void> hold(OneShot<int> value, [[maybe_unused]] std::shared_ptr<int> held) {
    co_await value.wait();
}

TEST(Signal, WakesItsWaiterFromTheEventLoopAndNotInsideTheCall) {
    boost::asio::io_context context(1);
    Signal signal;
    std::vector<int> woken;
    spawn(context.get_executor(), "waiter", wait_twice(signal, woken));
    context.poll();

    signal.notify();

    EXPECT_TRUE(woken.empty());
    context.poll();
    EXPECT_EQ(woken, std::vector({1}));
    signal.notify();
    context.poll();
    EXPECT_EQ(woken, std::vector({1, 2}));
}

TEST(Signal, KeepsOneRingForTheNextWaitHoweverManyThereWere) {
    boost::asio::io_context context(1);
    Signal signal;
    std::vector<int> woken;
    signal.notify();
    signal.notify();

    spawn(context.get_executor(), "waiter", wait_twice(signal, woken));
    context.poll();

    EXPECT_EQ(woken, std::vector({1}));
}

TEST(Spawn, LogsAFailureWithTheNameOfTheTask) {
    boost::asio::io_context context(1);
    testing::internal::CaptureStderr();

    spawn(context.get_executor(), "keeper", fail());
    context.run();

    const std::string logged = testing::internal::GetCapturedStderr();
    EXPECT_NE(logged.find("task=keeper"), std::string::npos) << logged;
    EXPECT_NE(logged.find("the disk is on fire"), std::string::npos) << logged;
}

TEST(IoThreads, RunsWhatIsPostedOnTheThreadOfThatIndex) {
    IoThreads threads(3);
    std::vector<std::promise<int>> seen(3);
    threads.start();

    for (int i = 0; i < threads.size(); ++i) {
        threads.post_to(
            i, [&seen, i] { seen[static_cast<std::size_t>(i)].set_value(IoThreads::current()); });
    }

    for (int i = 0; i < threads.size(); ++i) {
        EXPECT_EQ(seen[static_cast<std::size_t>(i)].get_future().get(), i);
    }
    EXPECT_EQ(IoThreads::current(), -1);
}

TEST(IoThreads, StopsAndJoinsWithCoroutinesStillWaiting) {
    Signal never;
    std::vector<int> woken;
    {
        IoThreads threads(1);
        std::promise<void> begun;
        threads.start();
        threads.post_to(0, [&] {
            spawn(threads.executor(0), "waiter", wait_twice(never, woken));
            threads.post_to(0, [&begun] { begun.set_value(); });
        });
        begun.get_future().get();
        threads.stop();
        threads.join();
        never.notify();
    }
    EXPECT_TRUE(woken.empty());
}

TEST(OneShot, HandsAMoveOnlyValueFromAnotherThreadToACoroutine) {
    IoThreads threads(1);
    OneShot<std::unique_ptr<int>> value(threads.executor(0));
    std::promise<int> out;
    threads.start();

    spawn(threads.executor(0), "taker", take(value, out));
    value.set(std::make_unique<int>(42));

    EXPECT_EQ(out.get_future().get(), 42);
}

TEST(OneShot, DestroysItsWaiterWhereTheContextEndsBeforeTheValueArrives) {
    const auto held = std::make_shared<int>(7);
    {
        boost::asio::io_context context(1);
        const OneShot<int> value(context.get_executor());
        spawn(context.get_executor(), "holder", hold(value, held));
        context.poll();
        ASSERT_EQ(held.use_count(), 2);

        value.set(42);
    }
    EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace tanbo::base
