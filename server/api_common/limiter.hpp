#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/rate_limit.hpp"

namespace tanbo::api_common {

// One rate for all I/O threads. Keys are spread over several locks: threads seldom meet. Of several
// nodes each admits twice its share of the rate, since a client's requests are never spread evenly;
// all together admit at most twice the rate. Thread: any.
class Limiter {
public:
    // How many there are, from 1. Thread: any.
    using Nodes = std::function<std::size_t()>;

    // A bucket holds `seconds` of the rate, at least one request. `nodes` empty: one.
    Limiter(double per_second, double seconds, Nodes nodes = {});

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
    // Of a request; a bucket that holds less is taken whole.
    double tokens() const;

    const Nodes nodes_;
    double burst_ = 1;
    std::array<std::optional<Shard>, 16> shards_;
};

}  // namespace tanbo::api_common
