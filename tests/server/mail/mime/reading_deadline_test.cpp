#include "server/mail/mime/reading_deadline.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace tanbo::mail::mime {
namespace {

using namespace std::chrono_literals;

// The fault: a mail that came while the machine was busy took too long by the clock on the
// wall, and was dropped.
TEST(ReadingDeadline, CountsTheWorkOfItsOwnThreadOnly) {
    std::mutex mutex;
    std::condition_variable others_have_worked;
    bool is_over = false;
    bool is_waiter_past = true;
    std::thread waiter([&] {
        const ReadingDeadline deadline(100ms);
        std::unique_lock lock(mutex);
        others_have_worked.wait(lock, [&] { return is_over; });
        is_waiter_past = deadline.is_past();
    });
    const ReadingDeadline deadline(200ms);

    while (!deadline.is_past()) continue;

    {
        const std::lock_guard lock(mutex);
        is_over = true;
    }
    others_have_worked.notify_one();
    waiter.join();
    // The control is the loop: a thread that works is past it, soon or late.
    EXPECT_FALSE(is_waiter_past);
}

TEST(ReadingDeadline, IsPastAtOnceWithoutTime) {
    EXPECT_TRUE(ReadingDeadline(0ms).is_past());
    EXPECT_FALSE(ReadingDeadline(1h).is_past());
}

}  // namespace
}  // namespace tanbo::mail::mime
