#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

#include "engine/memory.hpp"
#include "server/base/metrics.hpp"

namespace tanbo::base {

// Values by key, bounded in number and in bytes: past a bound those that were asked for the longest
// ago are dropped, the newest never.
//
// Thread: one; give each I/O thread its own.
template <class Key, class Value, class Hash = std::hash<Key>>
class LruCache {
public:
    // If there is a gauge, it shows bytes() of all caches that share it.
    // Requires: count_max > 0; the gauge outlives the cache.
    LruCache(std::size_t count_max, std::size_t bytes_max, Gauge* gauge = nullptr)
        : count_max_(count_max), bytes_max_(bytes_max), gauge_(gauge) {}
    ~LruCache() { count(-static_cast<std::int64_t>(bytes_)); }
    LruCache(const LruCache&) = delete;
    LruCache& operator=(const LruCache&) = delete;

    // The value, which then counts as just asked for, or null. It stays until the next put.
    Value* find(const Key& key) {
        const auto found = by_key_.find(key);
        if (found == by_key_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, found->second);
        return &found->second->value;
    }

    // Adds or replaces. `bytes` is what the value occupies besides itself, by the caller's own
    // estimate; what the cache needs for it is added.
    Value& put(const Key& key, Value value, std::size_t bytes) {
        if (Value* const known = find(key)) {
            *known = std::move(value);
        } else {
            entries_.push_front({key, std::move(value), 0});
            by_key_.emplace(key, entries_.begin());
        }
        Entry& entry = entries_.front();
        count(static_cast<std::int64_t>(bytes + entry_bytes - entry.bytes));
        entry.bytes = bytes + entry_bytes;
        while (entries_.size() > 1 && (entries_.size() > count_max_ || bytes_ > bytes_max_)) {
            drop(std::prev(entries_.end()));
        }
        return entries_.front().value;
    }

    // False if it was not there.
    bool erase(const Key& key) {
        const auto found = by_key_.find(key);
        if (found == by_key_.end()) return false;
        drop(found->second);
        return true;
    }

    // Drops every entry that drop_it(key, value) says so of. Cost: a look at each.
    template <class Predicate>
    void erase_if(Predicate drop_it) {
        for (auto entry = entries_.begin(); entry != entries_.end();) {
            const auto next = std::next(entry);
            if (drop_it(entry->key, entry->value)) drop(entry);
            entry = next;
        }
    }

    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    struct Entry {
        Key key;
        Value value;
        std::size_t bytes;
    };
    using Entries = std::list<Entry>;  // most recently asked for first

    // A node of the list, one of the table with its hash, and a slot of the table.
    static constexpr std::size_t entry_bytes =
        engine::block_bytes(sizeof(Entry) + 2 * sizeof(void*)) +
        engine::block_bytes(sizeof(std::pair<const Key, typename Entries::iterator>) +
                            sizeof(std::size_t) + sizeof(void*)) +
        sizeof(void*);

    void count(std::int64_t bytes) {
        bytes_ += static_cast<std::size_t>(bytes);  // modulo, so also less
        if (gauge_ != nullptr) gauge_->add(bytes);
    }

    void drop(typename Entries::iterator entry) {
        count(-static_cast<std::int64_t>(entry->bytes));
        by_key_.erase(entry->key);
        entries_.erase(entry);
    }

    std::size_t count_max_;
    std::size_t bytes_max_;
    Gauge* gauge_;
    std::size_t bytes_ = 0;
    Entries entries_;
    std::unordered_map<Key, typename Entries::iterator, Hash> by_key_;
};

}  // namespace tanbo::base
