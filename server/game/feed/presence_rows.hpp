#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/presence.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::game {

inline constexpr std::chrono::seconds looks_write_interval{2};  // those that began or ended
// One that goes on is written again after this, and holds for as long as that may be late.
inline constexpr std::chrono::seconds look_renewed_after{60};
inline constexpr std::chrono::seconds look_holds{90};
// Ended looks go first: a mail too many is better than one too few.
inline constexpr std::size_t looks_batch_max = 1'000;

// Tells the other nodes who looks at which game through this one. A turn costs what has changed,
// and not what goes on. Thread: one I/O thread.
class PresenceRows {
public:
    // Requires: what they refer to outlives it; no other object takes the changes of the presence.
    PresenceRows(Presence& presence, store::Store& store, std::int64_t node, base::Clock clock);

    // Deletes whatever the node has left when it ended. Throws: store::StorageError. Thread: any
    // that may block, before the I/O threads run.
    void forget_all();

    // Turns, for ever. What can't be stored now is stored by a later one.
    base::Awaitable<void> run();
    base::Awaitable<void> run_once();

private:
    struct Changes {
        std::vector<store::Look> ended = {};
        std::vector<store::Look> going_on = {};
    };
    void take_changes();
    void take_old(base::Instant now);
    void wrote(const Changes& changes, base::Instant now);

    Presence& presence_;
    store::Store& store_;
    const std::int64_t node_;
    const base::Clock clock_;
    std::unordered_map<store::Look, base::Instant, Presence::KeyHash> written_;  // when
    std::deque<std::pair<base::Instant, store::Look>>
        by_age_;  // of these, and some of earlier ones
    // To be written: their rows end, or say that they go on.
    Presence::Looks ended_;
    Presence::Looks going_on_;
};

}  // namespace tanbo::game
