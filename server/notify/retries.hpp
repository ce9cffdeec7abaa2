#pragma once

#include <chrono>

#include "server/notify/channels/webhook/transport.hpp"

namespace tanbo::notify {

// When what failed is tried again: after `first`, and each time four times as long, up to 8,640
// times `first` (12 hours), a fifth more or less by chance.
struct RetryPlan {
    std::chrono::milliseconds first{5'000};
    std::chrono::seconds disable_after{std::chrono::hours{24 * 5}};  // of failures only
};

// After the attempt of this number, from 1. `chance` is from 0 to 1.
std::chrono::milliseconds retry_delay(const RetryPlan& plan, int attempts, double chance);

// A receiver that has too much to do (429, 503) may ask for a longer pause than the plan's, up to
// this.
inline constexpr std::chrono::hours retry_after_max{24};

// Until a receiver's queue goes on after an attempt: at once if it was accepted. A receiver that
// keeps the server waiting is left alone longer each time, whichever message it is: then its
// `failures` count instead of the message's `attempts`.
std::chrono::milliseconds pause_after(const RetryPlan& plan, const Sent& sent, int attempts,
                                      int failures, double chance);

// A number from 0 to 1, each time another. Thread: any.
double any_chance();

}  // namespace tanbo::notify
