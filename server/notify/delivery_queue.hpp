#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/clock.hpp"

namespace tanbo::notify {

// Something that waits to be sent.
template <class Id>
struct Waiting {
    Id id{};
    std::string destination = {};  // gets one attempt at a time, in order
    std::string owner = {};        // its attempts are counted together
    base::Instant due_at{};
};

// Chooses the next attempt, of all that waits for one channel. Owners without attempts under way
// come first: a destination that answers slowly holds up its owner only.
//
// Thread: any that may block, several at once.
template <class Id>
class DeliveryQueue {
public:
    // The deliveries that are due at an instant, the longest due first: enough of it that what
    // others are at does not hide the rest.
    using Look = std::function<std::vector<Waiting<Id>>(base::Instant)>;

    // Requires: what `look` refers to outlives it; attempts_of_owner > 0, at a time.
    DeliveryQueue(Look look, base::Clock clock, std::ptrdiff_t attempts_of_owner)
        : look_(std::move(look)), clock_(std::move(clock)), attempts_of_owner_(attempts_of_owner) {}

    // Calls deliver(id) for what is next: it makes the attempt and writes down what came of it.
    // False if nothing is due, others are at it, or the queue is paused. Throws: what `look` and
    // `deliver` throw.
    template <class Deliver>
    bool send_one(const Deliver& deliver) {
        const auto next = claim_due();
        if (!next) return false;
        const Claim claim(*this, *next);
        deliver(next->id);
        return true;
    }

    // The due time of the next attempt that no thread is making; nothing if nothing waits.
    // Throws: what `look` throws.
    std::optional<base::Instant> next_due() {
        const std::lock_guard lock(mutex_);
        for (const Waiting<Id>& waiting : look_(base::Instant::max())) {
            if (is_free(waiting)) return std::max(waiting.due_at, paused_until_);
        }
        return std::nullopt;
    }

    // Nothing is begun before `until`; of several pauses the last to end holds.
    void pause(base::Instant until) {
        const std::lock_guard lock(mutex_);
        paused_until_ = std::max(paused_until_, until);
    }
    // Whether a pause ends by it: then others may send too.
    bool resume() {
        const std::lock_guard lock(mutex_);
        return std::exchange(paused_until_, {}) > clock_();
    }

private:
    // A destination that somebody is at, as long as this lives.
    class Claim {
    public:
        Claim(DeliveryQueue& queue, const Waiting<Id>& waiting)
            : queue_(queue), destination_(waiting.destination) {}
        ~Claim() {
            const std::lock_guard lock(queue_.mutex_);
            std::erase_if(queue_.at_work_,
                          [this](const auto& one) { return one.destination == destination_; });
        }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        DeliveryQueue& queue_;
        std::string destination_;
    };

    std::optional<Waiting<Id>> claim_due() {
        const std::lock_guard lock(mutex_);
        const base::Instant now = clock_();
        if (now < paused_until_) return std::nullopt;
        const std::vector<Waiting<Id>> due = look_(now);
        for (std::ptrdiff_t attempts = 0; attempts < attempts_of_owner_; ++attempts) {
            for (const Waiting<Id>& waiting : due) {
                if (attempts_now(waiting.owner) != attempts || !is_free(waiting)) continue;
                at_work_.push_back(waiting);
                return waiting;
            }
        }
        return std::nullopt;
    }

    std::ptrdiff_t attempts_now(const std::string& owner) const {
        return std::ranges::count(at_work_, owner, &Waiting<Id>::owner);
    }
    bool is_free(const Waiting<Id>& waiting) const {
        return attempts_now(waiting.owner) < attempts_of_owner_ &&
               std::ranges::find(at_work_, waiting.destination, &Waiting<Id>::destination) ==
                   at_work_.end();
    }

    const Look look_;
    const base::Clock clock_;
    const std::ptrdiff_t attempts_of_owner_;
    std::mutex mutex_;
    std::vector<Waiting<Id>> at_work_;  // as many as threads send
    base::Instant paused_until_{};
};

}  // namespace tanbo::notify
