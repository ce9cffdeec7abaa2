#include "server/base/threads/polling_workers.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

using namespace std::chrono_literals;

TEST(PollingTask, IsDoneOnlyWhileItIsOnesOwn) {
    const Instant now{1'000'000ms};
    bool is_ours = false;
    int done = 0;
    const PollingTask work = work_while(
        {"mails", [&] { return ++done < 3; }, [&] { return now + 1h; }}, [&] { return is_ours; },
        [&] { return now; });
    EXPECT_FALSE(work.do_one());
    EXPECT_EQ(done, 0);
    EXPECT_LE(work.next_due(), now + 1s);  // whether it is by then

    is_ours = true;

    EXPECT_TRUE(work.do_one());
    EXPECT_EQ(done, 1);
    EXPECT_EQ(work.next_due(), now + 1h);
}

class DueThreadsTest : public testing::Test {
protected:
    // `begin` is called by each thread before it does one of the things that are due.
    void start(std::function<void()> begin) {
        threads.emplace(
            PollingTask{"things",
                        [this, begin = std::move(begin)] {
                            ++looks;
                            if (!take()) return false;
                            begin();
                            return true;
                        },
                        [this] {
                            ++waits;
                            return std::optional<Instant>();
                        }},
            [] { return Instant(); }, 2);
        wait_until([this] { return waits == 2; });
    }
    bool take() {
        int left = due;
        while (left > 0 && !due.compare_exchange_weak(left, left - 1)) {
        }
        return left > 0;
    }
    void make_due(int things) {
        due += things;
        threads->wake(static_cast<std::size_t>(things));
    }
    // False: it takes too long. Shorter than the wait of threads that are not woken.
    static bool wait_until(const std::function<bool()>& condition) {
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > end) return false;
            std::this_thread::sleep_for(1ms);
        }
        return true;
    }

    std::atomic<int> due = 0;
    std::atomic<int> looks = 0;
    std::atomic<int> waits = 0;
    std::optional<PollingWorkers> threads;  // last: they use all of the above
};

// Once the second of two requests waited until the first was answered.
TEST_F(DueThreadsTest, DoAtTheSameTimeWhatFellDueTogether) {
    std::atomic<int> at_work = 0;
    std::atomic<int> together = 0;
    start([&] {
        ++at_work;
        if (wait_until([&] { return at_work == 2; })) ++together;
    });

    make_due(2);

    EXPECT_TRUE(wait_until([&] { return together == 2; }));
}

TEST_F(DueThreadsTest, AreAllWokenAtOnceIfThatIsAskedFor) {
    start([] {});
    const int before = waits;

    threads->wake_all();

    EXPECT_TRUE(wait_until([&] { return waits == before + 2; }));
}

TEST_F(DueThreadsTest, AreNotAllWokenForOneThing) {
    start([] {});
    const int before = looks;

    make_due(1);

    EXPECT_TRUE(wait_until([&] { return due == 0 && waits == 3; }));
    EXPECT_EQ(looks, before + 2) << "the one, and whether there is another";
}

// Who waits after a failure is not woken: once it was, in the place of one that could do it.
TEST_F(DueThreadsTest, DoAtOnceWhatFallsDueAfterAFailure) {
    std::atomic<bool> fails = true;
    std::atomic<int> times_done = 0;
    std::thread::id failed;
    std::thread::id done;
    start([&] {
        if (fails.exchange(false)) {
            failed = std::this_thread::get_id();
            throw std::runtime_error("no");
        }
        done = std::this_thread::get_id();
        ++times_done;
    });
    make_due(1);
    ASSERT_TRUE(wait_until([&] { return !fails; }));
    std::this_thread::sleep_for(50ms);
    make_due(1);
    ASSERT_TRUE(wait_until([&] { return times_done == 1 && waits == 3; }));
    std::this_thread::sleep_for(50ms);  // now it has waited less than the one that failed

    make_due(1);

    EXPECT_TRUE(wait_until([&] { return times_done == 2; }));
    EXPECT_NE(done, failed);
}

}  // namespace
}  // namespace tanbo::base
