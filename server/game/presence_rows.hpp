#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

#include "server/base/async.hpp"
#include "server/base/clock.hpp"
#include "server/game/presence.hpp"
#include "server/store/watches.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::game {

inline constexpr std::chrono::seconds looks_written_every{2};  // those that began or ended
// One that goes on is written again after this, and holds for as long as that may be late.
inline constexpr std::chrono::seconds look_renewed_after{60};
inline constexpr std::chrono::seconds look_holds{90};
// Those that end go first: a mail too many is better than one too few.
inline constexpr std::size_t looks_written_at_once = 1'000;

// Tells the other nodes who looks at which game through this one. Thread: one I/O thread.
class PresenceRows {
public:
    // Requires: what they refer to outlives it.
    PresenceRows(const Presence& presence, store::Store& store, std::int64_t node,
                 base::Clock clock);

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
    Changes changes(base::Instant now) const;

    const Presence& presence_;
    store::Store& store_;
    const std::int64_t node_;
    const base::Clock clock_;
    std::map<store::Look, base::Instant> written_;  // when
};

}  // namespace tanbo::game
