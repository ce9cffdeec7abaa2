#include "server/api_common/limiter.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tanbo::api_common {

Limiter::Limiter(double per_second, double seconds, Nodes nodes)
    : nodes_(std::move(nodes)), burst_(std::max(1.0, per_second * seconds)) {
    base::RateLimit::Options options;
    options.refill_per_second = per_second;
    options.burst = burst_;
    for (auto& shard : shards_) shard.emplace(options);
}

double Limiter::tokens() const {
    constexpr double shares = 2;
    if (!nodes_) return 1;
    return std::clamp(static_cast<double>(nodes_()) / shares, 1.0, burst_);
}

protocol::Result<void> Limiter::take(std::string_view key, base::Instant now) {
    Shard& shard = *shards_[std::hash<std::string_view>{}(key) % shards_.size()];
    const std::lock_guard lock(shard.mutex);
    const auto wait = shard.limit.take(key, now, tokens());
    if (!wait) return {};
    protocol::Error error = protocol::refusal(protocol::Code::rate_limited, "Too many requests.");
    error.retry_after_s = static_cast<int>(wait->count());
    return error;
}

protocol::Result<void> Limiter::take_command(protocol::AccountId account, bool is_local,
                                             base::Instant now) {
    if (is_local) return {};
    return take(to_string(account), now);
}

}  // namespace tanbo::api_common
