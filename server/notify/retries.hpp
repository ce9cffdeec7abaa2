#pragma once

#include <chrono>

namespace tanbo::notify {

// When what failed is tried again: after `first`, and each time four times as long, up to 8,640
// times `first` (12 hours), a fifth more or less by chance.
struct RetryPlan {
    std::chrono::milliseconds first{5'000};
    std::chrono::seconds disable_after{std::chrono::hours{24 * 5}};  // of failures only
};

// After the attempt of this number, from 1. `chance` is from 0 to 1.
std::chrono::milliseconds retry_delay(const RetryPlan& plan, int attempts, double chance);

// A number from 0 to 1, each time another. Thread: any.
double any_chance();

}  // namespace tanbo::notify
