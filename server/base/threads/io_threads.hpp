#pragma once

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "server/base/threads/async.hpp"

namespace tanbo::base {

// The I/O threads: each runs its own single-threaded io_context, so what belongs to one thread
// needs neither strand nor mutex.
class IoThreads {
public:
    // Requires: count > 0.
    explicit IoThreads(int count);
    // Stops and joins. What coroutines are left is destroyed with the contexts.
    ~IoThreads();
    IoThreads(const IoThreads&) = delete;
    IoThreads& operator=(const IoThreads&) = delete;

    // Starts the threads, once. SIGPIPE and the signals of an orderly end are blocked in them.
    void start();
    // Lets each thread leave its loop after the handler it runs. Thread: any.
    void stop();
    // Waits for the threads to end. Requires: not called on one of them.
    void join();

    int size() const { return static_cast<int>(contexts_.size()); }
    // Requires: 0 <= index < size().
    boost::asio::io_context& context(int index) {
        return *contexts_[static_cast<std::size_t>(index)];
    }
    Executor executor(int index) { return context(index).get_executor(); }

    // The index of the I/O thread this runs on, -1 on any other thread.
    static int current();

    // Runs f() on that thread, soon and never inside this call. Thread: any.
    template <class F>
    void post_to(int index, F&& f) {
        boost::asio::post(executor(index), std::forward<F>(f));
    }

private:
    void run(int index);

    std::vector<std::unique_ptr<boost::asio::io_context>> contexts_;
    std::vector<boost::asio::executor_work_guard<Executor>> guards_;
    std::vector<std::thread> threads_;
};

}  // namespace tanbo::base
