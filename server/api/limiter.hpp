#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "protocol/error.hpp"
#include "protocol/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/rate_limit.hpp"

namespace tanbo::api {

// One rate for all I/O threads. Keys are spread over several locks, so that threads seldom meet.
// Thread: any.
class Limiter {
public:
    // A bucket holds `seconds` of the rate, at least one request.
    Limiter(double per_second, double seconds);

    // Errors: rate_limited, with retry_after_s.
    protocol::Result<void> take(std::string_view key, base::Instant now);

    // By account, but for requests that are exempt (net::Request::is_local).
    protocol::Result<void> take_command(protocol::AccountId account, bool is_local,
                                        base::Instant now);

private:
    struct Shard {
        explicit Shard(base::RateLimit::Options options) : limit(options) {}
        std::mutex mutex;
        base::RateLimit limit;
    };
    std::array<std::optional<Shard>, 16> shards_;
};

}  // namespace tanbo::api
