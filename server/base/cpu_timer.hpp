#pragma once

#include <chrono>
#include <ctime>

namespace tanbo::base {

// The CPU time that the calling thread has spent.
inline std::chrono::nanoseconds thread_cpu_time() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Adds what its thread spends during its life. Thread: the one that has made it.
class CpuTimer {
public:
    explicit CpuTimer(std::chrono::nanoseconds& sum) : sum_(sum), begin_(thread_cpu_time()) {}
    CpuTimer(const CpuTimer&) = delete;
    CpuTimer& operator=(const CpuTimer&) = delete;
    ~CpuTimer() { sum_ += thread_cpu_time() - begin_; }

private:
    std::chrono::nanoseconds& sum_;
    const std::chrono::nanoseconds begin_;
};

}  // namespace tanbo::base
