#include "server/account/throttle.hpp"

namespace tanbo::account {

Throttle::Throttle(base::RateLimit::Options per_handle, base::RateLimit::Options per_address)
    : per_handle_(per_handle), per_address_(per_address) {}

std::optional<std::chrono::seconds> Throttle::take(std::string_view handle_key,
                                                   std::string_view address, base::Instant now) {
    const std::lock_guard lock(mutex_);
    if (const auto wait = per_address_.take(address, now)) return wait;
    return per_handle_.take(handle_key, now);
}

}  // namespace tanbo::account
