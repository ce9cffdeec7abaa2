#include "server/game/feed/presence.hpp"

#include <functional>

#include "server/base/metrics.hpp"

namespace tanbo::game {

std::size_t Presence::KeyHash::operator()(const Key& key) const {
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    const auto account = static_cast<std::uint64_t>(key.account);
    const auto game = static_cast<std::uint64_t>(key.game);
    return static_cast<std::size_t>(((account * spread) ^ game) * spread >> 20);
}

Presence::Look Presence::look(AccountId account, GameId game) {
    const Key key{account, game};
    Shard& here = shard(key);
    const std::lock_guard lock(here.mutex);
    if (++here.lookers[key] == 1) {
        count(key, 1);
        queue_change(here, key);
    }
    return {*this, key};
}

bool Presence::is_looking(store::Reader& reader, AccountId account, GameId game,
                          store::Instant now) const {
    const Key key{account, game};
    if (is_looking_here(key)) return true;
    return node_ != 0 && store::is_looking_elsewhere(reader, node_, key, now);
}

std::vector<std::pair<store::Look, bool>> Presence::take_changes() {
    std::vector<std::pair<store::Look, bool>> changes;
    for (Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        for (const Key& key : shard.changed) changes.emplace_back(key, shard.lookers.contains(key));
        shard.changed.clear();
    }
    return changes;
}

bool Presence::is_looking_here(const Key& key) const {
    const Shard& here = shard(key);
    const std::lock_guard lock(here.mutex);
    return here.lookers.contains(key);
}

void Presence::count(const Key& key, int step) {
    if (online_ != nullptr && key.game == no_game) online_->add(step);
}

// Two changes of one key are none. So there are never more than look, and looked before.
void Presence::queue_change(Shard& here, const Key& key) const {
    if (node_ != 0 && !here.changed.insert(key).second) here.changed.erase(key);
}

void Presence::end(const Key& key) {
    Shard& here = shard(key);
    const std::lock_guard lock(here.mutex);
    const auto found = here.lookers.find(key);
    if (--found->second > 0) return;
    here.lookers.erase(found);
    count(key, -1);
    queue_change(here, key);
}

}  // namespace tanbo::game
