#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/base/clock.hpp"

namespace tanbo::base {

// Work for threads as it falls due. Both are called on several threads at once and may block and
// throw.
struct PollingTask {
    std::string name;                                  // for the log: "webhooks"
    std::function<bool()> do_one;                      // false: there is nothing to do now
    std::function<std::optional<Instant>()> next_due;  // nothing: not before it is woken
};

// The same work, done only while `is_ours` says so; another may be asked in between. An empty
// is_ours: always.
PollingTask work_while(PollingTask work, std::function<bool()> is_ours, Clock clock);

// Threads that do whatever is due.
class PollingWorkers {
public:
    // Requires: what the work refers to outlives it.
    PollingWorkers(PollingTask work, Clock clock, int threads);
    ~PollingWorkers();  // stop()
    PollingWorkers(const PollingWorkers&) = delete;
    PollingWorkers& operator=(const PollingWorkers&) = delete;

    // There may be so many things to do, each for a thread of its own. Thread: any.
    void wake(std::size_t things);
    // Whatever waits may be done now. Thread: any; also one of its own.
    void wake_all();

    // Ends the threads; what is being done is finished. Thread: not one of its own.
    void stop();

private:
    void work();
    bool wait();

    PollingTask work_;
    Clock clock_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::condition_variable stopping_;  // for those who wait after a failure: they are not woken
    std::uint64_t wakings_ = 0;
    bool is_stopping_ = false;
    std::vector<std::thread> threads_;  // last: they use all of the above
};

}  // namespace tanbo::base
