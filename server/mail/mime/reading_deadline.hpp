#pragma once

#include <chrono>
#include <ctime>

namespace tanbo::mail::mime {

// When a thread must be done with reading a mail, in CPU time of its own: what else the machine
// does meanwhile makes no mail unreadable. Thread: the one that has made it.
class ReadingDeadline {
public:
    explicit ReadingDeadline(std::chrono::nanoseconds time_max) : ends_at_(spent() + time_max) {}

    bool is_past() const { return spent() >= ends_at_; }

private:
    static std::chrono::nanoseconds spent() {
        std::timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }

    std::chrono::nanoseconds ends_at_;
};

}  // namespace tanbo::mail::mime
