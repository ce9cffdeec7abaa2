#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "server/base/threads/async.hpp"
#include "server/base/threads/timer.hpp"

namespace tanbo::base {

// Wakes every coroutine that waits for something to do, on whatever I/O thread. Thread: any.
class EventCount {
public:
    static constexpr std::size_t waiters_max = 16;

    // Changes with every notify_all. Look for something to do after asking, and wait with what it
    // was.
    std::uint64_t key() const;

    // Returns at the next notify_all() after `key` had this value, or after this time; at once if
    // it has been notified since, it is closed, or waiters_max others wait.
    Awaitable<void> wait(std::uint64_t key, std::chrono::milliseconds time);

    void notify_all();
    // Notifies all; from now on no wait blocks.
    void close();

private:
    // The timer is the coroutine's that waits: it ends with its context, maybe before this does.
    struct Waiter {
        Executor executor;
        std::weak_ptr<Timer> timer;
    };

    mutable std::mutex mutex_;
    std::uint64_t key_ = 0;
    bool is_closed_ = false;
    std::vector<Waiter> waiters_;
};

}  // namespace tanbo::base
