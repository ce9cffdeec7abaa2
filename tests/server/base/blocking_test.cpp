#include "server/base/threads/blocking.hpp"

#include <future>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "server/base/threads/io_threads.hpp"

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

constexpr ClientKey stranger{10, 0};
constexpr ClientKey neighbour{11, 0};

Awaitable<void> wait_for(BlockingPool& pool, std::latch& gate, std::promise<bool>& accepted,
                         ClientKey client = stranger) {
    current_client = client;
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
    std::promise<bool> own;
    spawn(threads.executor(0), "own", wait_for(pool, gate, own, ClientKey::server()));
    gate.count_down();
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(accepted[i].get_future().get());
    EXPECT_TRUE(own.get_future().get());
}

// One job runs and two of the same asker wait: another's first takes the place of the last.
TEST(BlockingPool, WhoeverFillsItsQueueGivesWayToOthers) {
    IoThreads threads(1);
    BlockingPool pool("work", 1, 2);
    std::latch gate(1);
    std::vector<std::promise<bool>> flood(3);
    std::vector<std::promise<bool>> others(2);
    threads.start();

    spawn(threads.executor(0), "running", wait_for(pool, gate, flood[0]));
    std::promise<void> begun;
    threads.post_to(0, [&begun] { begun.set_value(); });
    begun.get_future().get();
    while (pool.queued() != 0) std::this_thread::yield();
    for (std::size_t i = 1; i < 3; ++i) {
        spawn(threads.executor(0), "flood", wait_for(pool, gate, flood[i]));
    }
    for (auto& one : others) {
        spawn(threads.executor(0), "other", wait_for(pool, gate, one, neighbour));
    }

    EXPECT_FALSE(others[1].get_future().get());
    auto displaced = flood[2].get_future();
    EXPECT_EQ(displaced.wait_for(std::chrono::seconds(60)), std::future_status::ready);
    EXPECT_EQ(pool.queued(), 2U);
    gate.count_down();
    EXPECT_FALSE(displaced.get());
    EXPECT_TRUE(flood[0].get_future().get());
    EXPECT_TRUE(flood[1].get_future().get());
    EXPECT_TRUE(others[0].get_future().get());
}

// Two threads: a client with three jobs that do not end has one of them, and another client the
// second.
TEST(BlockingPool, KeepsHalfOfItsThreadsForOthers) {
    IoThreads threads(1);
    BlockingPool pool("work", 2, 8);
    std::latch gate(1);
    std::latch open(0);
    std::vector<std::promise<bool>> stuck(3);
    std::promise<bool> served;
    threads.start();

    for (auto& one : stuck) spawn(threads.executor(0), "stuck", wait_for(pool, gate, one));
    spawn(threads.executor(0), "other", wait_for(pool, open, served, neighbour));

    EXPECT_TRUE(served.get_future().get());
    EXPECT_EQ(pool.queued(), 2U);
    gate.count_down();
    for (auto& one : stuck) EXPECT_TRUE(one.get_future().get());
}

Awaitable<void> ask_as(BlockingPool& pool, ClientKey client, std::promise<ClientKey>& out) {
    current_client = client;
    auto work = [] {};
    static_cast<void>(co_await pool.run(work));
    out.set_value(current_client);
}

// While a coroutine waits others of the thread work for others.
TEST(BlockingPool, ResumesTheCallerAsWhoeverItAskedFor) {
    IoThreads threads(1);
    BlockingPool pool("work", 1, 8);
    std::vector<std::promise<ClientKey>> seen(2);
    threads.start();

    spawn(threads.executor(0), "one", ask_as(pool, stranger, seen[0]));
    spawn(threads.executor(0), "two", ask_as(pool, neighbour, seen[1]));

    EXPECT_EQ(seen[0].get_future().get().network, stranger.network);
    EXPECT_EQ(seen[1].get_future().get().network, neighbour.network);
}

// At the end of the process the loops stop first: the answer then finds no receiver.
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
