#pragma once

#include <chrono>
#include <optional>

#include "server/base/clock.hpp"

namespace tanbo::base {

// A budget: tokens that are taken, and come back with time. Thread: one.
class TokenBucket {
public:
    struct Rate {
        double burst = 10;             // tokens of a full bucket, > 0
        double refill_per_second = 1;  // > 0
    };

    // A full one.
    TokenBucket(const Rate& rate, Instant now) : tokens_(rate.burst), at_(now) {}

    // Takes tokens. Yields nothing if that is allowed, else the whole seconds, at least 1, after
    // which it would be (Retry-After), and takes nothing.
    // A clock that goes back counts as standing still. Requires: 0 < tokens <= burst.
    std::optional<std::chrono::seconds> take(const Rate& rate, Instant now, double tokens = 1);

private:
    double tokens_;
    Instant at_;
};

}  // namespace tanbo::base
