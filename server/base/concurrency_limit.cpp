#include "server/base/concurrency_limit.hpp"

#include <functional>

namespace tanbo::base {

std::optional<ConcurrencyLimit::Slot> ConcurrencyLimit::take_up_to(const std::string& client,
                                                                   std::size_t places,
                                                                   std::size_t max) {
    Shard& shard = shard_of(client);
    const std::lock_guard lock(shard.mutex);
    std::size_t& taken = shard.places[client];
    if (taken + places > max) return std::nullopt;
    taken += places;
    return std::optional<Slot>(std::in_place, *this, Taken{client, places});
}

ConcurrencyLimit::Shard& ConcurrencyLimit::shard_of(const std::string& client) {
    return shards_[std::hash<std::string>{}(client) % shards_.size()];
}

void ConcurrencyLimit::end(const Taken& taken) {
    Shard& shard = shard_of(taken.client);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.places.find(taken.client);
    found->second -= taken.places;
    if (found->second == 0) shard.places.erase(found);
}

}  // namespace tanbo::base
