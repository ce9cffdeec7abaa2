#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/store/tables/games/deadlines.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::game {

class Presence;

inline constexpr std::chrono::milliseconds scheduler_interval{100};
inline constexpr std::chrono::seconds heartbeat_interval{2};
// Of several nodes: they have all been away if none has given a sign of life for so long.
inline constexpr std::chrono::milliseconds shared_gap_max = 2 * heartbeat_interval;
inline constexpr int due_batch_max = 256;
// An unreadable game log is tried again after this time.
inline constexpr std::chrono::hours unsound_postponed{1};

// Lets what is due in games happen at its moment, reminds players of their deadlines, and writes
// down when no move could be acknowledged. What is due when is a row; nothing is kept here.
class DeadlineScheduler {
public:
    // Requires: all of it outlives the scheduler.
    DeadlineScheduler(Referee& referee, store::Store& store, const Presence& presence,
                      Downtimes& downtimes, base::Clock clock, base::Metrics& metrics);

    // Of several nodes: how long after its moment this one lets happen what is due; nothing: not at
    // all. Requires: before run.
    using GracePeriod = std::function<std::optional<std::chrono::milliseconds>()>;
    void set_grace_period(GracePeriod grace_period) { grace_period_ = std::move(grace_period); }

    // The time since the last sign of life is a downtime, which ends now; nothing if there was
    // none. Errors: those of beat. Throws: store::StorageError. Thread: any that may block, when no
    // player can move yet and all else is ready.
    protocol::Result<void> start(std::optional<base::Instant> last_alive);

    // A sign of life, and with it the downtimes that are not written yet. If writing has failed,
    // it tries to write as much as a move, and so ends that downtime.
    // Errors: those of Referee::transact. Thread: any that may block.
    protocol::Result<void> beat();

    // Runs and signs of life, for ever. Thread: an I/O thread.
    base::Awaitable<void> run();

    // Executes all that is due by now, then reminds players; never two in flight for a game. Does
    // nothing while no move could be acknowledged. Returns whether there is more.
    base::Awaitable<bool> run_once();

    // A beat if one is due: every two seconds, and at once if there is something to write.
    base::Awaitable<void> beat_when_due();

private:
    using Dues = std::vector<store::Due>;
    using Read = Dues (*)(store::Reader& reader, base::Instant now, int limit);

    base::Awaitable<Dues> read(Read what);
    base::Awaitable<void> expire_due(Dues due);
    base::Awaitable<void> expire_one(store::Due due);
    // Players with a deadline that drew near.
    struct Reminded {
        std::uint64_t told = 0;
        std::uint64_t spared = 0;  // they look at the game
    };
    base::Awaitable<void> remind(Dues due);
    base::Awaitable<void> postpone(GameId game);
    protocol::Result<void> remind_one(store::Transaction& transaction,
                                      GameTransaction& game_transaction, protocol::GameId game,
                                      Reminded& reminded) const;

    Referee& referee_;
    store::Store& store_;
    const Presence& presence_;
    Downtimes& downtimes_;
    base::Clock clock_;
    GracePeriod grace_period_;
    std::optional<base::Instant> beaten_at_;
    base::Histogram& late_;
    base::Counter& reminders_;
    base::Counter& spared_;
};

}  // namespace tanbo::game
