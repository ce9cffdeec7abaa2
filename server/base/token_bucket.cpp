#include "server/base/token_bucket.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tanbo::base {

std::optional<std::chrono::seconds> TokenBucket::take(const Rate& rate, Instant now,
                                                      double tokens) {
    const std::chrono::duration<double> passed = std::max(now - at_, Instant::duration::zero());
    tokens_ = std::min(rate.burst, tokens_ + passed.count() * rate.refill_per_second);
    at_ = std::max(at_, now);
    if (tokens_ >= tokens) {
        tokens_ -= tokens;
        return std::nullopt;
    }
    const double wait = std::ceil((tokens - tokens_) / rate.refill_per_second);
    return std::chrono::seconds(std::max<std::int64_t>(1, std::llround(wait)));
}

}  // namespace tanbo::base
