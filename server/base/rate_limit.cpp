#include "server/base/rate_limit.hpp"

#include <stdexcept>

namespace tanbo::base {

RateLimit::RateLimit(Options options) : options_(options) {
    if (!(options_.refill_per_second > 0) || !(options_.burst > 0) || options_.keys_max < 1) {
        throw std::invalid_argument("a rate limit needs a burst, a refill and room for a key");
    }
}

std::optional<std::chrono::seconds> RateLimit::take(std::string_view key, Instant now,
                                                    double tokens) {
    return bucket(key, now).tokens.take(rate(), now, tokens);
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
    buckets_.push_front(Bucket{std::string(key), TokenBucket(rate(), now)});
    by_key_.emplace(buckets_.front().key, buckets_.begin());
    return buckets_.front();
}

}  // namespace tanbo::base
