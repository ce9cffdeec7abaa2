#include "server/base/blocking.hpp"

#include <pthread.h>
#include <stdexcept>

namespace tanbo::base {

void throw_exception_from_error(Busy, const boost::source_location&) {
    throw std::runtime_error("the pool for blocking work is full");
}

BlockingPool::BlockingPool(std::string name, int threads, std::size_t queue_max)
    : name_(std::move(name)), queue_max_(queue_max) {
    if (threads < 1 || queue_max < 1) throw std::invalid_argument("a pool needs threads and room");
    for (int i = 0; i < threads; ++i) {
        threads_.emplace_back([this] { serve(); });
    }
}

BlockingPool::~BlockingPool() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

std::size_t BlockingPool::queued() const {
    const std::lock_guard lock(mutex_);
    return jobs_.size();
}

bool BlockingPool::enqueue(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (jobs_.size() >= queue_max_) return false;
        jobs_.push_back(std::move(job));
    }
    work_.notify_one();
    return true;
}

void BlockingPool::serve() {
    // The kernel shows 15 characters of it.
    pthread_setname_np(pthread_self(), name_.substr(0, 15).c_str());
    std::unique_lock lock(mutex_);
    while (true) {
        work_.wait(lock, [this] { return is_stopping_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job();
        job = nullptr;  // what it captured goes before the lock is taken again
        lock.lock();
    }
}

}  // namespace tanbo::base
