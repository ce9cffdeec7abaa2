#pragma once

#include <mutex>
#include <set>
#include <utility>

namespace tanbo::base {

// A key in a set of those that somebody is at work on: it goes out of the set with this. The mutex
// is the set's. Requires: both outlive it.
template <class Key>
class Claim {
public:
    Claim(std::mutex& mutex, std::set<Key>& at_work, Key key)
        : mutex_(mutex), at_work_(at_work), key_(std::move(key)) {}
    ~Claim() {
        const std::lock_guard lock(mutex_);
        at_work_.erase(key_);
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    std::mutex& mutex_;
    std::set<Key>& at_work_;
    Key key_;
};

}  // namespace tanbo::base
