#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

namespace tanbo::base {

// Values by key, bounded in number and in bytes: past a bound those that were asked for the longest
// ago are dropped, the newest never.
//
// Thread: one; give each I/O thread its own.
template <class Key, class Value, class Hash = std::hash<Key>>
class LruCache {
public:
    // Requires: count_max > 0.
    LruCache(std::size_t count_max, std::size_t bytes_max)
        : count_max_(count_max), bytes_max_(bytes_max) {}

    // The value, which then counts as just asked for, or null. It stays until the next put.
    Value* find(const Key& key) {
        const auto found = by_key_.find(key);
        if (found == by_key_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, found->second);
        return &found->second->value;
    }

    // Adds or replaces. `bytes` is what the value occupies, by the caller's own estimate.
    Value& put(const Key& key, Value value, std::size_t bytes) {
        erase(key);
        entries_.push_front({key, std::move(value), bytes});
        by_key_.emplace(key, entries_.begin());
        bytes_ += bytes;
        while (entries_.size() > 1 && (entries_.size() > count_max_ || bytes_ > bytes_max_)) {
            drop(std::prev(entries_.end()));
        }
        return entries_.front().value;
    }

    // False where it was not there.
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

    void drop(typename Entries::iterator entry) {
        bytes_ -= entry->bytes;
        by_key_.erase(entry->key);
        entries_.erase(entry);
    }

    std::size_t count_max_;
    std::size_t bytes_max_;
    std::size_t bytes_ = 0;
    Entries entries_;
    std::unordered_map<Key, typename Entries::iterator, Hash> by_key_;
};

}  // namespace tanbo::base
