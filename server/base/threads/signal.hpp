#pragma once

#include <optional>

#include <boost/asio/use_awaitable.hpp>

#include "server/base/threads/async.hpp"

namespace tanbo::base {

// Wakes the one coroutine that waits for it: a notify() without a waiter is kept for the next wait,
// several count as one. No timer, no allocation.
//
// Thread: all calls on one I/O thread. Destroying it while a coroutine waits destroys that
// coroutine.
class Signal {
public:
    Signal() = default;
    Signal(const Signal&) = delete;
    Signal& operator=(const Signal&) = delete;

    // Resumes the waiter from the event loop, never inside this call.
    void notify();

    // Requires: no other coroutine waits.
    Awaitable<void> wait();

    // Destroys the waiter, if there is one.
    void abandon();

private:
    using Handler =
        boost::asio::async_result<boost::asio::use_awaitable_t<Executor>, void()>::handler_type;

    std::optional<Handler> waiter_;
    bool is_notified_ = false;
};

}  // namespace tanbo::base
