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
#include "server/notify/paces.hpp"

namespace tanbo::notify {

// Something that waits to be sent.
template <class Id>
struct Waiting {
    Id id{};
    std::string destination = {};  // gets one attempt at a time, in order
    std::string owner = {};        // its attempts are counted together
    base::Instant due_at{};
    bool is_bulky = false;  // it takes long to make
};

// Chooses the next attempt, of all that waits for one channel. Owners without attempts under way
// come first, and slow ones have lanes of their own: a destination that answers slowly holds up its
// owner, and others who are slow.
//
// Thread: any that may block, several at once.
template <class Id>
class DeliveryQueue {
public:
    // The deliveries that are due at an instant, the first to be sent first, at most `count` of
    // them. For Instant::max(), of all that wait the first to be due first. It is asked for more if
    // what has to wait for others hides the rest.
    using Look = std::function<std::vector<Waiting<Id>>(base::Instant, int count)>;

    // Requires: what `look` refers to outlives it; attempts_of_owner > 0, at a time.
    DeliveryQueue(Look look, base::Clock clock, std::ptrdiff_t attempts_of_owner, Lanes lanes = {})
        : look_(std::move(look)),
          clock_(std::move(clock)),
          attempts_of_owner_(attempts_of_owner),
          lanes_(lanes) {}

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
        const auto next = choose(base::Instant::max(), [this](const auto& due) {
            return std::ranges::find_if(due, [this](const auto& one) { return is_free(one); });
        });
        if (!next) return std::nullopt;
        return std::max(next->due_at, paused_until_);
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
            : queue_(queue),
              destination_(waiting.destination),
              owner_(waiting.owner),
              begun_at_(queue.clock_()) {}
        ~Claim() {
            const std::lock_guard lock(queue_.mutex_);
            queue_.paces_.record(owner_, queue_.clock_() - begun_at_);
            std::erase_if(queue_.at_work_,
                          [this](const auto& one) { return one.destination == destination_; });
        }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

    private:
        DeliveryQueue& queue_;
        std::string destination_;
        std::string owner_;
        base::Instant begun_at_;
    };

    std::optional<Waiting<Id>> claim_due() {
        const std::lock_guard lock(mutex_);
        const base::Instant now = clock_();
        if (now < paused_until_) return std::nullopt;
        auto next = choose(now, [this](const auto& due) { return first_in_turn(due); });
        if (next) at_work_.push_back(*next);
        return next;
    }

    // The one that pick(due) finds among those due at `now`.
    template <class Pick>
    std::optional<Waiting<Id>> choose(base::Instant now, const Pick& pick) {
        for (int count = looked_at_first;; count *= 8) {
            const std::vector<Waiting<Id>> due = look_(now, count);
            const auto found = pick(due);
            if (found != due.end()) return *found;
            if (due.size() < static_cast<std::size_t>(count)) return std::nullopt;
        }
    }

    auto first_in_turn(const std::vector<Waiting<Id>>& due) const {
        for (std::ptrdiff_t attempts = 0; attempts < attempts_of_owner_; ++attempts) {
            const auto found = std::ranges::find_if(due, [&](const Waiting<Id>& one) {
                return attempts_now(one.owner) == attempts && is_free(one);
            });
            if (found != due.end()) return found;
        }
        return due.end();
    }

    std::ptrdiff_t attempts_now(const std::string& owner) const {
        return std::ranges::count(at_work_, owner, &Waiting<Id>::owner);
    }
    bool is_free(const Waiting<Id>& waiting) const {
        return attempts_now(waiting.owner) < attempts_of_owner_ &&
               std::ranges::find(at_work_, waiting.destination, &Waiting<Id>::destination) ==
                   at_work_.end() &&
               has_lane(waiting);
    }

    bool has_lane(const Waiting<Id>& waiting) const {
        if (waiting.is_bulky && lanes_.bulky > 0 &&
            std::ranges::count(at_work_, true, &Waiting<Id>::is_bulky) >= lanes_.bulky) {
            return false;
        }
        const Paces::Pace pace = paces_.of(waiting.owner);
        if (pace == Paces::Pace::quick || lanes_.unproven == 0) return true;
        std::ptrdiff_t slow = 0;
        std::ptrdiff_t unproven = 0;
        for (const Waiting<Id>& one : at_work_) {
            const Paces::Pace other = paces_.of(one.owner);
            if (other != Paces::Pace::quick) ++unproven;
            if (other == Paces::Pace::slow) ++slow;
        }
        return unproven < lanes_.unproven && (pace != Paces::Pace::slow || slow < lanes_.slow);
    }

    static constexpr int looked_at_first = 64;

    const Look look_;
    const base::Clock clock_;
    const std::ptrdiff_t attempts_of_owner_;
    const Lanes lanes_;
    Paces paces_;
    std::mutex mutex_;
    std::vector<Waiting<Id>> at_work_;  // as many as threads send
    base::Instant paused_until_{};
};

}  // namespace tanbo::notify
