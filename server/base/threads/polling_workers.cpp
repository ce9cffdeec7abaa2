#include "server/base/threads/polling_workers.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "server/base/log.hpp"

namespace tanbo::base {

namespace {

constexpr std::chrono::milliseconds longest_wait{30'000};
constexpr std::chrono::milliseconds after_failure{1'000};
constexpr std::chrono::milliseconds ask_again{1'000};  // whether it is ours now

}  // namespace

PollingTask work_while(PollingTask work, std::function<bool()> is_ours, Clock clock) {
    if (!is_ours) return work;
    PollingTask gated;
    gated.name = work.name;
    gated.do_one = [do_one = std::move(work.do_one), is_ours] { return is_ours() && do_one(); };
    gated.next_due = [next_due = std::move(work.next_due), is_ours, clock = std::move(clock)] {
        return is_ours() ? next_due() : std::optional(clock() + ask_again);
    };
    return gated;
}

PollingWorkers::PollingWorkers(PollingTask work, Clock clock, int threads)
    : work_(std::move(work)), clock_(std::move(clock)) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { this->work(); });
}

PollingWorkers::~PollingWorkers() {
    stop();
}

void PollingWorkers::wake(std::size_t things) {
    if (things == 0) return;
    {
        const std::lock_guard lock(mutex_);
        ++wakings_;
    }
    for (std::size_t i = 0; i < std::min(things, threads_.size()); ++i) changed_.notify_one();
}

void PollingWorkers::wake_all() {
    {
        const std::lock_guard lock(mutex_);
        ++wakings_;
    }
    changed_.notify_all();
}

void PollingWorkers::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    changed_.notify_all();
    stopping_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void PollingWorkers::work() {
    while (wait()) {
        try {
            while (work_.do_one()) {
                const std::lock_guard lock(mutex_);
                if (is_stopping_) return;
            }
        } catch (const std::exception& error) {
            log::warn("due-work-failed", "due work failed",
                      {{"work", work_.name}, {"detail", error.what()}});
            std::unique_lock lock(mutex_);
            stopping_.wait_for(lock, after_failure, [this] { return is_stopping_; });
        }
    }
}

// Until something may be due. False: the end.
bool PollingWorkers::wait() {
    std::uint64_t seen = 0;
    {
        const std::lock_guard lock(mutex_);
        seen = wakings_;
    }
    std::chrono::milliseconds pause = longest_wait;
    try {
        const auto due = work_.next_due();
        if (due) pause = std::clamp(*due - clock_(), std::chrono::milliseconds(1), longest_wait);
    } catch (const std::exception&) {
        pause = after_failure;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pause, [&] { return is_stopping_ || wakings_ != seen; });
    return !is_stopping_;
}

}  // namespace tanbo::base
