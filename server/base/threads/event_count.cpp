#include "server/base/threads/event_count.hpp"

#include <utility>

#include <boost/asio/post.hpp>

#include "server/base/client_key.hpp"

namespace tanbo::base {

std::uint64_t EventCount::key() const {
    const std::lock_guard lock(mutex_);
    return key_;
}

Awaitable<void> EventCount::wait(std::uint64_t key, std::chrono::milliseconds time) {
    const Executor executor = co_await boost::asio::this_coro::executor;
    const auto timer = std::make_shared<Timer>(executor, time);
    {
        const std::lock_guard lock(mutex_);
        if (is_closed_ || key_ != key || waiters_.size() == waiters_max) co_return;
        waiters_.push_back({executor, timer});
    }
    const ClientKey client = current_client;
    co_await timer->async_wait(awaited_tuple);
    current_client = client;
    const std::lock_guard lock(mutex_);
    std::erase_if(waiters_, [&](const Waiter& waiter) { return waiter.timer.lock() == timer; });
}

// A timer is its thread's: it is ended there, soon.
void EventCount::notify_all() {
    const std::lock_guard lock(mutex_);
    ++key_;
    for (const Waiter& waiter : std::exchange(waiters_, {})) {
        auto timer = waiter.timer.lock();
        if (!timer) continue;
        boost::asio::post(waiter.executor, [timer = std::move(timer)] { timer->cancel(); });
    }
}

void EventCount::close() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
    }
    notify_all();
}

}  // namespace tanbo::base
