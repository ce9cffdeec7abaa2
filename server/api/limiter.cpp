#include "server/api/limiter.hpp"

#include <algorithm>
#include <functional>

namespace tanbo::api {

Limiter::Limiter(double per_second, double seconds) {
    base::RateLimit::Options options;
    options.refill_per_second = per_second;
    options.burst = std::max(1.0, per_second * seconds);
    for (auto& shard : shards_) shard.emplace(options);
}

protocol::Result<void> Limiter::take(std::string_view key, base::Instant now) {
    Shard& shard = *shards_[std::hash<std::string_view>{}(key) % shards_.size()];
    const std::lock_guard lock(shard.mutex);
    const auto wait = shard.limit.take(key, now);
    if (!wait) return {};
    protocol::Error error =
        protocol::refusal(protocol::Code::rate_limited, "Too many requests; try again in " +
                                                            std::to_string(wait->count()) + " s.");
    error.retry_after_s = static_cast<int>(wait->count());
    return error;
}

protocol::Result<void> Limiter::take_command(protocol::AccountId account, bool is_local,
                                             base::Instant now) {
    if (is_local) return {};
    return take(to_string(account), now);
}

}  // namespace tanbo::api
