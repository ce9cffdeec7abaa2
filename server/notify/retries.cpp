#include "server/notify/retries.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

namespace tanbo::notify {
namespace {

constexpr double growth = 4;
constexpr double longest = 8'640;  // times the first delay
constexpr double jitter = 0.2;

}  // namespace

std::chrono::milliseconds retry_delay(const RetryPlan& plan, int attempts, double chance) {
    const double times = std::min(std::pow(growth, attempts - 1), longest);
    const double spread = 1 - jitter + 2 * jitter * chance;
    const double delay = static_cast<double>(plan.first.count()) * times * spread;
    return std::chrono::milliseconds(static_cast<std::int64_t>(delay));
}

std::chrono::milliseconds pause_after(const RetryPlan& plan, const Sent& sent, int attempts,
                                      int failures, double chance) {
    constexpr int too_many_requests = 429;
    constexpr int unavailable = 503;
    if (sent.error.empty()) return std::chrono::milliseconds(0);
    const int counted = sent.is_timeout ? std::max(attempts, failures) : attempts;
    const std::chrono::milliseconds planned = retry_delay(plan, counted, chance);
    const bool is_busy = sent.status == too_many_requests || sent.status == unavailable;
    if (!is_busy || !sent.retry_after) return planned;
    return std::max<std::chrono::milliseconds>(
        planned, std::min<std::chrono::seconds>(*sent.retry_after, retry_after_max));
}

double any_chance() {
    thread_local std::minstd_rand engine(std::random_device{}());
    return std::uniform_real_distribution<double>(0, 1)(engine);
}

}  // namespace tanbo::notify
