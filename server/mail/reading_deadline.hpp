#pragma once

#include <chrono>

namespace tanbo::mail {

// When reading a letter must be over.
using ReadingDeadline = std::chrono::steady_clock::time_point;

// Whether the time is over, by the clock.
inline bool is_past(ReadingDeadline deadline) {
    return std::chrono::steady_clock::now() >= deadline;
}

}  // namespace tanbo::mail
