#include "server/base/bell.hpp"

#include <utility>

#include <boost/asio/post.hpp>

#include "server/base/client_key.hpp"

namespace tanbo::base {

std::uint64_t Bell::rings() const {
    const std::lock_guard lock(mutex_);
    return rings_;
}

Awaitable<void> Bell::wait(std::uint64_t rings, std::chrono::milliseconds time) {
    const Executor executor = co_await boost::asio::this_coro::executor;
    const auto timer = std::make_shared<Timer>(executor, time);
    {
        const std::lock_guard lock(mutex_);
        if (is_closed_ || rings_ != rings || waiters_.size() == waiters_max) co_return;
        waiters_.push_back({executor, timer});
    }
    const ClientKey client = current_client;
    co_await timer->async_wait(awaited_tuple);
    current_client = client;
    const std::lock_guard lock(mutex_);
    std::erase_if(waiters_, [&](const Waiter& waiter) { return waiter.timer.lock() == timer; });
}

// A timer is its thread's: it is ended there, soon.
void Bell::ring() {
    const std::lock_guard lock(mutex_);
    ++rings_;
    for (const Waiter& waiter : std::exchange(waiters_, {})) {
        auto timer = waiter.timer.lock();
        if (!timer) continue;
        boost::asio::post(waiter.executor, [timer = std::move(timer)] { timer->cancel(); });
    }
}

void Bell::close() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
    }
    ring();
}

}  // namespace tanbo::base
