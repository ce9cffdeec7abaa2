#include "server/base/threads/blocking.hpp"

#include <optional>
#include <pthread.h>
#include <stdexcept>

namespace tanbo::base {

void throw_exception_from_error(Busy, const boost::source_location&) {
    throw std::runtime_error("the pool for blocking work is full");
}

BlockingPool::BlockingPool(std::string name, int threads, std::size_t queue_max)
    : name_(std::move(name)), queue_max_(queue_max), jobs_((threads + 1) / 2) {
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

bool BlockingPool::enqueue(JobPriority priority, std::unique_ptr<FairQueue::Job> job) {
    bool is_ready = false;
    std::unique_ptr<FairQueue::Job> displaced;
    {
        const std::lock_guard lock(mutex_);
        if (jobs_.size() >= queue_max_ && !current_client.is_server()) {
            displaced = jobs_.evict_for(current_client);
            if (!displaced) return false;
        }
        jobs_.push(current_client, priority, std::move(job));
        is_ready = jobs_.is_ready();
    }
    if (displaced) displaced->refuse();
    if (is_ready) work_.notify_one();
    return true;
}

void BlockingPool::serve() {
    // The kernel shows 15 characters of it.
    pthread_setname_np(pthread_self(), name_.substr(0, 15).c_str());
    std::unique_lock lock(mutex_);
    while (true) {
        std::optional<FairQueue::Taken> next;
        work_.wait(lock, [this, &next] {
            next = jobs_.take();
            return next || (is_stopping_ && jobs_.size() == 0);
        });
        if (!next) break;
        // The end of a job may have made several ready.
        if (jobs_.is_ready()) work_.notify_one();
        lock.unlock();
        next->job->run();
        next->job.reset();  // what it captured goes before the lock is taken again
        lock.lock();
        jobs_.end(next->network);
    }
    work_.notify_all();  // those who waited for the last to be taken
}

}  // namespace tanbo::base
