#include "server/base/threads/async.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "server/base/client_key.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/base/threads/one_shot.hpp"
#include "server/base/threads/signal.hpp"
#include "server/base/threads/timer.hpp"

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

Awaitable<void> run_round(OneShot<int> early, OneShot<int> late, bool& is_over) {
    std::vector<Awaitable<void>> tasks;
    tasks.push_back(hold(early, nullptr));
    tasks.push_back(hold(late, nullptr));
    co_await run_all("due", std::move(tasks));
    is_over = true;
}

Awaitable<void> work_for_another() {
    current_client = {.network = 10, .account = 1};
    co_return;
}

Awaitable<void> run_as_server(std::promise<ClientKey>& out) {
    current_client = ClientKey::server();
    std::vector<Awaitable<void>> tasks;
    tasks.push_back(work_for_another());
    co_await run_all("due", std::move(tasks));
    out.set_value(current_client);
}

Awaitable<void> wait_as_another(std::promise<ClientKey>& out) {
    Timer timer(co_await boost::asio::this_coro::executor, std::chrono::milliseconds(0));
    co_await work_for_another();
    co_await wait_for_own_work(timer);
    out.set_value(current_client);
}

Awaitable<void> run_failures(std::size_t count, bool& is_over) {
    std::vector<Awaitable<void>> tasks;
    tasks.reserve(count);
    for (std::size_t i = 0; i < count; ++i) tasks.push_back(fail());
    co_await run_all("due", std::move(tasks));
    is_over = true;
}

Awaitable<void> wait_for_a_timer(std::shared_ptr<int> held) {
    Timer timer(co_await boost::asio::this_coro::executor, std::chrono::hours(1));
    co_await timer.async_wait(awaited);
    ++*held;
}

Awaitable<void> run_for_ever(std::shared_ptr<int> held) {
    std::vector<Awaitable<void>> tasks;
    tasks.push_back(wait_for_a_timer(held));
    co_await run_all("due", std::move(tasks));
    ++*held;
}

int count_of(std::string_view text, std::string_view part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
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

    spawn(context.get_executor(), "deadlines", fail());
    context.run();

    const std::string logged = testing::internal::GetCapturedStderr();
    EXPECT_NE(logged.find("task=deadlines"), std::string::npos) << logged;
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

TEST(OneShot, DestroysItsWaiterIfTheContextEndsBeforeTheValueArrives) {
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

TEST(RunAll, GoesOnWhenTheLastHasEndedAndNotBefore) {
    boost::asio::io_context context(1);
    const OneShot<int> early(context.get_executor());
    const OneShot<int> late(context.get_executor());
    bool is_over = false;
    spawn(context.get_executor(), "round", run_round(early, late, is_over));

    late.set_here(2);
    context.poll();
    EXPECT_FALSE(is_over);
    early.set_here(1);
    context.poll();

    EXPECT_TRUE(is_over);
}

// A flag that could not fall once stopped all flags: the one that threw was not counted.
TEST(RunAll, GoesOnIfSomeFailAndLogsThem) {
    boost::asio::io_context context(1);
    bool is_over = false;
    testing::internal::CaptureStderr();

    spawn(context.get_executor(), "round", run_failures(2, is_over));
    context.poll();

    const std::string logged = testing::internal::GetCapturedStderr();
    EXPECT_TRUE(is_over);
    EXPECT_EQ(count_of(logged, "task=due"), 2) << logged;
}

TEST(RunAll, IsOverAtOnceIfThereIsNothingToRun) {
    boost::asio::io_context context(1);
    bool is_over = false;

    spawn(context.get_executor(), "round", run_failures(0, is_over));
    context.poll();

    EXPECT_TRUE(is_over);
}

TEST(RunAll, IsDestroyedWithTheContextThatEndsFirst) {
    const auto held = std::make_shared<int>(7);
    {
        boost::asio::io_context context(1);
        spawn(context.get_executor(), "round", run_for_ever(held));
        context.poll();
        ASSERT_EQ(held.use_count(), 3);  // the round and its task hold it too
    }
    EXPECT_EQ(held.use_count(), 1);
}

template <typename Thrown>
std::string description_of(const Thrown& thrown) {
    try {
        throw thrown;
    } catch (...) {
        return describe_exception();
    }
}

TEST(DescribeException, IsNeverEmpty) {
    EXPECT_EQ(description_of(std::runtime_error("the disk is on fire")), "the disk is on fire");
    EXPECT_EQ(description_of(std::runtime_error("")), "an exception without a text");
    EXPECT_EQ(description_of(7), "not a std::exception");
}

// The deadline scheduler asked for reminders as the client that had asked last, and waited behind
// it.
TEST(ClientKey, IsTheServerAgainAfterWhatItWaitedFor) {
    IoThreads threads(1);
    std::promise<ClientKey> after_tasks;
    std::promise<ClientKey> after_timer;
    threads.start();

    spawn(threads.executor(0), "tasks", run_as_server(after_tasks));
    EXPECT_TRUE(after_tasks.get_future().get().is_server());
    spawn(threads.executor(0), "timer", wait_as_another(after_timer));
    EXPECT_TRUE(after_timer.get_future().get().is_server());
}

}  // namespace
}  // namespace tanbo::base
