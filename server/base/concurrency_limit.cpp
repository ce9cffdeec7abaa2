#include "server/base/concurrency_limit.hpp"

#include <functional>

namespace tanbo::base {

ConcurrencyLimit::Place& ConcurrencyLimit::Place::operator=(Place&& other) noexcept {
    if (this == &other) return *this;
    release();
    limit_ = std::exchange(other.limit_, nullptr);
    asker_ = std::move(other.asker_);
    places_ = other.places_;
    return *this;
}

void ConcurrencyLimit::Place::release() {
    if (limit_ != nullptr) std::exchange(limit_, nullptr)->give_back(asker_, places_);
}

std::optional<ConcurrencyLimit::Place> ConcurrencyLimit::take_up_to(const std::string& asker,
                                                                    std::size_t places,
                                                                    std::size_t max) {
    Shard& shard = shard_of(asker);
    const std::lock_guard lock(shard.mutex);
    std::size_t& taken = shard.places[asker];
    if (taken + places > max) return std::nullopt;
    taken += places;
    return std::optional<Place>(std::in_place, *this, asker, places);
}

ConcurrencyLimit::Shard& ConcurrencyLimit::shard_of(const std::string& asker) {
    return shards_[std::hash<std::string>{}(asker) % shards_.size()];
}

void ConcurrencyLimit::give_back(const std::string& asker, std::size_t places) {
    Shard& shard = shard_of(asker);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.places.find(asker);
    found->second -= places;
    if (found->second == 0) shard.places.erase(found);
}

}  // namespace tanbo::base
