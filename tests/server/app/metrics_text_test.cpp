#include "server/app/metrics_text.hpp"

#include <atomic>
#include <future>
#include <latch>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "engine/time/instant.hpp"
#include "server/base/client_key.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/blocking.hpp"
#include "server/base/threads/io_threads.hpp"
#include "tests/support/run_on.hpp"

namespace tanbo::app {
namespace {

using Text = protocol::Result<std::string>;

class MetricsTextTest : public testing::Test {
protected:
    MetricsTextTest() {
        metrics.counter_of("tanbo_texts_total", "Texts made so far.", [this] { return ++made; });
        io.start();
        for (const int thread : {0, 1}) {
            io.post_to(thread, [] { base::current_client = {.network = 10, .account = 0}; });
        }
    }
    ~MetricsTextTest() override {
        io.stop();
        io.join();
    }

    std::future<Text> ask(int thread = 0) {
        return test::start_on(io.executor(thread), [this] { return text.get(); });
    }
    // A job that holds a thread of the pool, from when it is there until the gate opens.
    std::future<boost::system::result<void, base::Busy>> block(std::latch& begun,
                                                               std::latch& gate) {
        return test::start_on(io.executor(0), [this, &begun, &gate] {
            return pool.run([&begun, &gate] {
                begun.count_down();
                gate.wait();
            });
        });
    }

    std::atomic<std::uint64_t> made = 0;
    base::Metrics metrics;
    base::IoThreads io{2};
    base::BlockingPool pool{"metrics", 1, 1};
    std::atomic<std::int64_t> now_ms = 1;
    MetricsText text{metrics, pool, [this] { return engine::instant_of(now_ms); }};
};

TEST_F(MetricsTextTest, IsMadeAnewForWhoeverAsksLater) {
    const Text first = ask().get();
    const Text second = ask(1).get();

    EXPECT_NE(first->find("tanbo_texts_total 1"), std::string::npos) << *first;
    EXPECT_NE(second->find("tanbo_texts_total 2"), std::string::npos) << *second;
}

TEST_F(MetricsTextTest, IsTheLastOneForWhoAsksTooOften) {
    for (int i = 0; i < metrics_texts_burst; ++i) ask().get();

    const std::uint64_t in_a_row = made;
    const Text same = ask().get();
    now_ms += 1000;
    const Text fresh = ask().get();

    EXPECT_EQ(in_a_row, std::uint64_t{metrics_texts_burst});
    EXPECT_NE(same->find("tanbo_texts_total 10"), std::string::npos) << *same;
    EXPECT_NE(fresh->find("tanbo_texts_total 11"), std::string::npos) << *fresh;
}

TEST_F(MetricsTextTest, IsMadeOnceForAllWhoAskMeanwhile) {
    std::latch begun(1);
    std::latch gate(1);
    auto blocked = block(begun, gate);
    begun.wait();

    std::vector<std::future<Text>> asked;
    for (int i = 0; i < 6; ++i) asked.push_back(ask(i % 2));
    for (const int thread : {0, 1}) {
        // Behind those who ask: they wait by now.
        test::start_on(io.executor(thread), []() -> base::Awaitable<bool> {
            co_return true;
        }).get();
    }
    gate.count_down();

    for (auto& answer : asked) {
        EXPECT_NE(answer.get()->find("tanbo_texts_total 1"), std::string::npos);
    }
    EXPECT_TRUE(blocked.get().has_value());
}

TEST_F(MetricsTextTest, IsRefusedIfThereIsTooMuchToDoAndThenMadeAgain) {
    std::latch begun(1);
    std::latch then(1);
    std::latch gate(1);
    auto blocked = block(begun, gate);
    begun.wait();
    auto waiting = block(then, gate);
    while (pool.queued() < 1) std::this_thread::yield();

    const Text refused = ask().get();
    gate.count_down();
    blocked.get();
    waiting.get();
    const Text given = ask().get();

    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, protocol::Code::overloaded);
    EXPECT_TRUE(given.has_value());
}

}  // namespace
}  // namespace tanbo::app
