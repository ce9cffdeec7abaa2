#pragma once

#include <chrono>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include "server/base/client_key.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::base {

// Asio's timer with the one executor.
using Timer = boost::asio::basic_waitable_timer<
    std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

// Waits; what follows is the server's own work, whichever client this thread served meanwhile.
inline Awaitable<void> wait_for_own_work(Timer& timer) {
    co_await timer.async_wait(awaited);
    current_client = ClientKey::server();
}

// Awaits `turn`, work of the server itself, after each `interval`, until the thread ends.
template <class Turn>
Awaitable<void> repeat(std::chrono::steady_clock::duration interval, Turn turn) {
    Timer timer(co_await boost::asio::this_coro::executor);
    for (;;) {
        timer.expires_after(interval);
        co_await wait_for_own_work(timer);
        co_await turn();
    }
}

}  // namespace tanbo::base
