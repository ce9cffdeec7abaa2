#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "server/base/clock.hpp"
#include "server/notice/dispatcher.hpp"

namespace tanbo::notice {

inline constexpr int sender_threads = 4;  // a receiver may take 15 s to answer

// Threads that send whatever is due.
class Sender {
public:
    // Requires: the dispatcher outlives it.
    Sender(Dispatcher& dispatcher, base::Clock clock, int threads = sender_threads);
    ~Sender();  // stop()
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    // There may be something to send. Thread: any.
    void wake();

    // Ends the threads; an attempt on its way is finished. Thread: not one of its own.
    void stop();

private:
    void work();
    bool wait();

    Dispatcher& dispatcher_;
    base::Clock clock_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t wakings_ = 0;
    bool is_stopping_ = false;
    std::vector<std::thread> threads_;  // last: they use all of the above
};

}  // namespace tanbo::notice
