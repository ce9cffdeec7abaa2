#include "server/base/blocking.hpp"

#include <future>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "server/base/io_threads.hpp"

namespace tanbo::base {
namespace {

struct Seen {
    int work_thread = -2;
    int resumed_thread = -2;
    std::string value;
};

Awaitable<void> run_one(BlockingPool& pool, std::promise<Seen>& out) {
    Seen seen;
    auto work = [&seen] {
        seen.work_thread = IoThreads::current();
        return std::string("done");
    };
    auto result = co_await pool.run(std::move(work));
    seen.resumed_thread = IoThreads::current();
    seen.value = result.value();
    out.set_value(seen);
}

Awaitable<void> run_failing(BlockingPool& pool, std::promise<std::string>& out) {
    auto work = [] { throw std::runtime_error("no such table"); };
    std::string caught = "nothing";
    try {
        co_await pool.run(std::move(work));
    } catch (const std::runtime_error& e) {
        caught = e.what();
    }
    out.set_value(caught);
}

Awaitable<void> wait_for(BlockingPool& pool, std::latch& gate, std::promise<bool>& accepted) {
    auto work = [&gate] { gate.wait(); };
    auto result = co_await pool.run(std::move(work));
    accepted.set_value(result.has_value());
}

TEST(BlockingPool, WorksOnAThreadOfItsOwnAndResumesOnTheCallers) {
    IoThreads threads(2);
    BlockingPool pool("work", 1, 4);
    std::promise<Seen> out;
    threads.start();

    spawn(threads.executor(1), "caller", run_one(pool, out));

    const Seen seen = out.get_future().get();
    EXPECT_EQ(seen.work_thread, -1);
    EXPECT_EQ(seen.resumed_thread, 1);
    EXPECT_EQ(seen.value, "done");
}

TEST(BlockingPool, CarriesAnExceptionToTheCaller) {
    IoThreads threads(1);
    BlockingPool pool("work", 1, 4);
    std::promise<std::string> out;
    threads.start();

    spawn(threads.executor(0), "caller", run_failing(pool, out));

    EXPECT_EQ(out.get_future().get(), "no such table");
}

// One job runs, `queue` wait; the next is refused at once while the others still finish.
TEST(BlockingPool, RefusesWorkPastItsQueueAndNoneBefore) {
    IoThreads threads(1);
    BlockingPool pool("work", 1, 2);
    std::latch gate(1);
    std::vector<std::promise<bool>> accepted(4);
    threads.start();

    spawn(threads.executor(0), "running", wait_for(pool, gate, accepted[0]));
    std::promise<void> taken;
    threads.post_to(0, [&taken] { taken.set_value(); });
    taken.get_future().get();
    while (pool.queued() != 0) std::this_thread::yield();
    for (std::size_t i = 1; i < 4; ++i) {
        spawn(threads.executor(0), "waiting", wait_for(pool, gate, accepted[i]));
    }

    EXPECT_FALSE(accepted[3].get_future().get());
    EXPECT_EQ(pool.queued(), 2U);
    gate.count_down();
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(accepted[i].get_future().get());
}

// At the end of the process the loops stop first: the answer then finds nobody who takes it.
TEST(BlockingPool, OutlivesALoopThatStoppedWhileItsWorkRan) {
    std::latch gate(1);
    std::promise<bool> answer;
    boost::asio::io_context stopped(1);
    {
        BlockingPool pool("work", 1, 2);
        spawn(stopped.get_executor(), "caller", wait_for(pool, gate, answer));
        stopped.poll();
        gate.count_down();
    }

    auto answered = answer.get_future();
    EXPECT_EQ(answered.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
    stopped.poll();
    EXPECT_TRUE(answered.get());
}

}  // namespace
}  // namespace tanbo::base
