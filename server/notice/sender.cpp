#include "server/notice/sender.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "server/base/log.hpp"

namespace tanbo::notice {

namespace {

constexpr std::chrono::milliseconds longest_wait{30'000};
constexpr std::chrono::milliseconds after_failure{1'000};

}  // namespace

Sender::Sender(Dispatcher& dispatcher, base::Clock clock, int threads)
    : dispatcher_(dispatcher), clock_(std::move(clock)) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Sender::~Sender() {
    stop();
}

void Sender::wake() {
    {
        const std::lock_guard lock(mutex_);
        ++wakings_;
    }
    changed_.notify_one();
}

void Sender::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void Sender::work() {
    while (wait()) {
        try {
            while (dispatcher_.send_one()) {
                const std::lock_guard lock(mutex_);
                if (is_stopping_) return;
            }
        } catch (const std::exception& error) {
            base::log::warn("a webhook was not served", {{"detail", error.what()}});
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, after_failure, [this] { return is_stopping_; });
        }
    }
}

// Until something may be due. False: the end.
bool Sender::wait() {
    std::uint64_t seen = 0;
    {
        const std::lock_guard lock(mutex_);
        seen = wakings_;
    }
    std::chrono::milliseconds pause = longest_wait;
    try {
        const auto due = dispatcher_.next_due();
        if (due) pause = std::clamp(*due - clock_(), std::chrono::milliseconds(1), longest_wait);
    } catch (const std::exception&) {
        pause = after_failure;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pause, [&] { return is_stopping_ || wakings_ != seen; });
    return !is_stopping_;
}

}  // namespace tanbo::notice
