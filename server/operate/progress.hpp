#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace tanbo::app {

// "copied 1200 of 5000 rows, about 3 minutes left"; without the estimate while nothing is done.
std::string progress_text(const std::string& did, std::int64_t done, std::int64_t total,
                          const std::string& things, std::chrono::duration<double> elapsed);

// A step of a long command. It says on standard error every few seconds how far it is.
class Progress {
public:
    // "copied", "rows"
    Progress(std::string did, std::int64_t total, std::string things)
        : did_(std::move(did)), total_(total), things_(std::move(things)) {}

    void add(std::int64_t count = 1) {
        done_ += count;
        if (done_ < next_look_) return;
        look();
    }

    // Says how much was done in what time.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    void look();

    const std::string did_;
    const std::int64_t total_;
    const std::string things_;
    std::int64_t done_ = 0;
    std::int64_t next_look_ = 0;  // at the clock
    const Clock::time_point begun_ = Clock::now();
    Clock::time_point said_ = begun_;
};

}  // namespace tanbo::app
