#include "server/base/rate_limit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tanbo::base {

RateLimit::RateLimit(Options options) : options_(options) {
    if (!(options_.refill_per_second > 0) || !(options_.burst > 0) || options_.keys_max < 1) {
        throw std::invalid_argument("a rate limit needs a burst, a refill and room for a key");
    }
}

std::optional<std::chrono::seconds> RateLimit::take(std::string_view key, Instant now,
                                                    double tokens) {
    Bucket& from = bucket(key, now);
    const std::chrono::duration<double> passed = std::max(now - from.at, Instant::duration::zero());
    from.tokens =
        std::min(options_.burst, from.tokens + passed.count() * options_.refill_per_second);
    from.at = std::max(from.at, now);
    if (from.tokens >= tokens) {
        from.tokens -= tokens;
        return std::nullopt;
    }
    const double wait = std::ceil((tokens - from.tokens) / options_.refill_per_second);
    return std::chrono::seconds(std::max<std::int64_t>(1, std::llround(wait)));
}

RateLimit::Bucket& RateLimit::bucket(std::string_view key, Instant now) {
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
        buckets_.splice(buckets_.begin(), buckets_, found->second);
        return buckets_.front();
    }
    if (buckets_.size() >= options_.keys_max) {
        by_key_.erase(buckets_.back().key);
        buckets_.pop_back();
    }
    buckets_.push_front(Bucket{std::string(key), options_.burst, now});
    by_key_.emplace(buckets_.front().key, buckets_.begin());
    return buckets_.front();
}

}  // namespace tanbo::base
