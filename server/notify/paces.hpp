#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "server/base/clock.hpp"

namespace tanbo::notify {

// The attempts that may be under way at a time for owners with slow destinations, for those
// without an attempt yet, and for bulky deliveries. The other senders serve the rest.
struct Lanes {
    std::ptrdiff_t unproven = 0;  // for slow and unknown owners together; 0: any number
    std::ptrdiff_t slow = 0;      // of these, for slow ones
    std::ptrdiff_t bulky = 0;     // for deliveries that take long to make; 0: any number
};

// The speed of owners' destinations, by their last attempts. It forgets everything when it is full:
// then all owners are unknown.
class Paces {
public:
    enum class Pace { unknown, quick, slow };

    static constexpr std::chrono::seconds slow_from{1};
    // A slow attempt weighs as much as so many quick ones, or each other one could be slow.
    static constexpr int quick_to_recover = 8;
    static constexpr std::size_t owners_max = 10'000;

    Pace of(const std::string& owner) const {
        const auto found = debts_.find(owner);
        if (found == debts_.end()) return Pace::unknown;
        return found->second > 0 ? Pace::slow : Pace::quick;
    }

    void record(const std::string& owner, base::Instant::duration taken) {
        if (debts_.size() >= owners_max && !debts_.contains(owner)) debts_.clear();
        int& debt = debts_[owner];
        if (taken >= slow_from) {
            debt = quick_to_recover;
        } else if (debt > 0) {
            --debt;
        }
    }

private:
    std::unordered_map<std::string, int> debts_;  // quick attempts until the owner is quick
};

}  // namespace tanbo::notify
