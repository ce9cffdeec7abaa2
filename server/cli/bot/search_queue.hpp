#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tanbo::cli {

// Positions to be thought about, the most urgent first: by when the clock runs out, those without
// a clock last, and then by when it came.
template <typename Job>
class SearchQueue {
public:
    using Time = std::chrono::steady_clock::time_point;

    void push(std::optional<Time> deadline, Job job) {
        waiting_.push_back({deadline.value_or(Time::max()), arrivals_++, std::move(job)});
        std::ranges::push_heap(waiting_, is_later);
    }

    std::optional<Job> pop() {
        if (waiting_.empty()) return std::nullopt;
        std::ranges::pop_heap(waiting_, is_later);
        Job job = std::move(waiting_.back().job);
        waiting_.pop_back();
        return job;
    }

    std::size_t size() const { return waiting_.size(); }

private:
    struct Waiting {
        Time deadline;
        std::uint64_t arrival;
        Job job;
    };

    static bool is_later(const Waiting& a, const Waiting& b) {
        return std::pair(a.deadline, a.arrival) > std::pair(b.deadline, b.arrival);
    }

    std::vector<Waiting> waiting_;
    std::uint64_t arrivals_ = 0;
};

}  // namespace tanbo::cli
