#include "server/net/address_limit.hpp"

#include <functional>

namespace tanbo::net {

AddressLimit::Place& AddressLimit::Place::operator=(Place&& other) noexcept {
    if (this == &other) return *this;
    release();
    limit_ = std::exchange(other.limit_, nullptr);
    network_ = std::move(other.network_);
    return *this;
}

void AddressLimit::Place::release() {
    if (limit_ != nullptr) std::exchange(limit_, nullptr)->give_back(network_);
}

std::optional<AddressLimit::Place> AddressLimit::take(const std::string& network,
                                                      std::size_t extra) {
    Shard& shard = shard_of(network);
    const std::lock_guard lock(shard.mutex);
    std::size_t& places = shard.places[network];
    if (places >= max_ + extra) return std::nullopt;
    ++places;
    return std::optional<Place>(std::in_place, *this, network);
}

AddressLimit::Shard& AddressLimit::shard_of(const std::string& network) {
    return shards_[std::hash<std::string>{}(network) % shards_.size()];
}

void AddressLimit::give_back(const std::string& network) {
    Shard& shard = shard_of(network);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.places.find(network);
    if (--found->second == 0) shard.places.erase(found);
}

}  // namespace tanbo::net
