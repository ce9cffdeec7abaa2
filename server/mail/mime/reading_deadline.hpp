#pragma once

#include <chrono>

#include "server/base/cpu_timer.hpp"

namespace tanbo::mail::mime {

// When a thread must be done with reading a mail, in CPU time of its own: what else the machine
// does meanwhile makes no mail unreadable. Thread: the one that has made it.
class ReadingDeadline {
public:
    explicit ReadingDeadline(std::chrono::nanoseconds time_max)
        : ends_at_(base::thread_cpu_time() + time_max) {}

    bool is_past() const { return base::thread_cpu_time() >= ends_at_; }

private:
    std::chrono::nanoseconds ends_at_;
};

// Pages have half of a mail's time: one of them leaves some for what is beside it.
struct ReadingDeadlines {
    explicit ReadingDeadlines(std::chrono::nanoseconds time_max)
        : of_mail(time_max), of_pages(time_max / 2) {}

    ReadingDeadline of_mail;
    ReadingDeadline of_pages;
};

}  // namespace tanbo::mail::mime
