#include "server/base/threads/signal.hpp"

#include <cassert>
#include <utility>

#include <boost/asio/post.hpp>

namespace tanbo::base {

void Signal::notify() {
    if (!waiter_) {
        is_notified_ = true;
        return;
    }
    Handler waiter = std::move(*waiter_);
    waiter_.reset();
    boost::asio::post(std::move(waiter));
}

Awaitable<void> Signal::wait() {
    return boost::asio::async_initiate<const boost::asio::use_awaitable_t<Executor>, void()>(
        [this](Handler&& handler) {
            assert(!waiter_);
            if (is_notified_) {
                is_notified_ = false;
                boost::asio::post(std::move(handler));
            } else {
                waiter_.emplace(std::move(handler));
            }
        },
        awaited);
}

// The waiter may own this signal, so it goes when nothing here is touched any more.
void Signal::abandon() {
    const std::optional<Handler> waiter = std::exchange(waiter_, std::nullopt);
}

}  // namespace tanbo::base
