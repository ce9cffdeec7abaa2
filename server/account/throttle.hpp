#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string_view>

#include "server/base/clock.hpp"
#include "server/base/rate_limit.hpp"

namespace tanbo::account {

// How often passwords may be tried: for one handle and from one address, over all I/O threads.
//
// Thread: any. The mutex is held for two look-ups, before a hash that takes a thousand times
// longer.
class Throttle {
public:
    Throttle(base::RateLimit::Options per_handle, base::RateLimit::Options per_address);

    // Counts an attempt. Yields nothing where it is allowed, else after how long it would be.
    std::optional<std::chrono::seconds> take(std::string_view handle_key, std::string_view address,
                                             base::Instant now);

private:
    std::mutex mutex_;
    base::RateLimit per_handle_;
    base::RateLimit per_address_;
};

}  // namespace tanbo::account
