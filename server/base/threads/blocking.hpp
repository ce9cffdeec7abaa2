#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <boost/system/result.hpp>

#include "server/base/threads/fair_queue.hpp"
#include "server/base/threads/one_shot.hpp"

namespace tanbo::base {

// The pool's queue is full: the caller answers 503, the work was not begun.
struct Busy {};

// A function that boost::system::result calls when value() is asked of a Busy. Throws:
// std::runtime_error.
[[noreturn]] void throw_exception_from_error(Busy, const boost::source_location&);

// Threads for blocking work (SQL reads, password hashing), with a bounded queue that serves clients
// (current_client) in turn. One network gets half of the threads at most. If the queue is full, the
// network with the most jobs gives way to those with fewer. The server's own work goes first and is
// never refused. The contexts of its callers must outlive it.
class BlockingPool {
public:
    // Requires: threads > 0, queue_max > 0.
    BlockingPool(std::string name, int threads, std::size_t queue_max);
    // Finishes what is queued, then joins.
    ~BlockingPool();
    BlockingPool(const BlockingPool&) = delete;
    BlockingPool& operator=(const BlockingPool&) = delete;

    // Runs work() on a thread of the pool and resumes the caller on its own executor with what it
    // returned. What work captures must outlive the work, even if the caller does not.
    //
    // Errors: Busy if queue_max jobs wait already, unless the server asks itself; or if the work
    // has had to give way while it waited. Throws: what work throws.
    //
    //     auto hash = [password] { return base::hash_password(password); };
    //     auto hashed = co_await pool.run(std::move(hash));
    //     if (!hashed) ... busy ... else use(*hashed);
    template <class F, class R = std::invoke_result_t<F&>>
    Awaitable<boost::system::result<R, Busy>> run(F work,
                                                  JobPriority priority = JobPriority::usual);

    // Jobs that wait for a thread. Thread: any.
    std::size_t queued() const;

private:
    // False if the queue is full.
    bool enqueue(JobPriority priority, std::unique_ptr<FairQueue::Job> job);
    void serve();

    std::string name_;
    std::size_t queue_max_;
    mutable std::mutex mutex_;
    std::condition_variable work_;
    FairQueue jobs_;
    bool is_stopping_ = false;
    std::vector<std::thread> threads_;
};

namespace detail {

template <class R>
using Stored = std::conditional_t<std::is_void_v<R>, std::monostate, R>;

// The outcome of work(): its value or its exception; Busy if it was not begun.
template <class R>
using Outcome = std::variant<Stored<R>, std::exception_ptr, Busy>;

template <class R, class F>
Outcome<R> outcome_of(F& work) noexcept {
    using Outcome = Outcome<R>;
    try {
        if constexpr (std::is_void_v<R>) {
            work();
            return Outcome(std::in_place_index<0>);
        } else {
            return Outcome(std::in_place_index<0>, work());
        }
    } catch (...) {
        return Outcome(std::in_place_index<1>, std::current_exception());
    }
}

// Work with a caller that waits for the outcome.
template <class F, class R>
class AnsweredJob final : public FairQueue::Job {
public:
    AnsweredJob(F work, OneShot<Outcome<R>> answer)
        : work_(std::move(work)), answer_(std::move(answer)) {}

    void run() override { answer_.set(outcome_of<R>(work_)); }
    void refuse() override { answer_.set(Outcome<R>(Busy())); }

private:
    F work_;
    OneShot<Outcome<R>> answer_;
};

}  // namespace detail

template <class F, class R>
Awaitable<boost::system::result<R, Busy>> BlockingPool::run(F work, JobPriority priority) {
    using Result = boost::system::result<R, Busy>;
    using Job = detail::AnsweredJob<F, R>;
    using Outcome = detail::Outcome<R>;
    const Executor executor = co_await boost::asio::this_coro::executor;
    OneShot<Outcome> answer(executor);
    auto job = std::make_unique<Job>(std::move(work), answer);
    if (!enqueue(priority, std::move(job))) co_return Result(Busy());
    Outcome outcome = co_await answer.wait();
    if (outcome.index() == 2) co_return Result(Busy());
    if (outcome.index() == 1) std::rethrow_exception(std::get<1>(outcome));
    if constexpr (std::is_void_v<R>) {
        co_return Result();
    } else {
        co_return Result(std::get<0>(std::move(outcome)));
    }
}

}  // namespace tanbo::base
