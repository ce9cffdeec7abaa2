#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "server/base/async.hpp"
#include "server/base/blocking.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/game/committed.hpp"
#include "server/game/referee.hpp"
#include "server/storage/deadlines.hpp"

namespace tanbo::storage {
class Database;
}

namespace tanbo::game {

class Presence;

inline constexpr std::chrono::milliseconds keeper_interval{100};
inline constexpr std::chrono::seconds heartbeat_interval{2};
inline constexpr int due_at_once = 256;
inline constexpr int credited_at_once = 500;
// A game whose log can't be read is tried again after this.
inline constexpr std::chrono::hours unsound_postponed{1};

// Lets what is due in games happen at its moment, reminds players of their deadlines, and gives
// time back in which the server was down. What is due when is a row; nothing is kept here.
class Keeper {
public:
    // Requires: all of it outlives the keeper.
    Keeper(Referee& referee, storage::Database& database, base::BlockingPool& readers,
           const Presence& presence, base::Clock clock, base::Metrics& metrics);

    // Every game that waits for somebody is given the time back from the last sign of life, its own
    // or the server's, until now; what is due first comes last. Returns how many games were.
    // Throws: storage::StorageError. Thread: any that may block, before anybody plays.
    std::size_t give_back_downtime();

    // A sign of life. Errors: those of perform. Thread: any that may block.
    protocol::Result<void> beat();

    // Rounds and signs of life, for ever. Thread: an I/O thread.
    base::Awaitable<void> run();

    // What is due by now happens, then who has to be is reminded; never two in flight for a game.
    // Returns whether there is more.
    base::Awaitable<bool> round();

private:
    using Dues = std::vector<storage::Due>;
    using Read = Dues (*)(storage::Reader& reader, storage::Instant now, int limit);

    base::Awaitable<Dues> read(Read what);
    base::Awaitable<void> beat_when_due();
    base::Awaitable<void> let_fall(Dues due);
    base::Awaitable<void> let_one_fall(GameId game);
    base::Awaitable<void> remind(Dues due);
    base::Awaitable<void> postpone(GameId game);
    void credit(std::span<const storage::Due> games, storage::Instant seen, std::size_t& credited);
    protocol::Result<void> remind_one(storage::Transaction& transaction, Proceedings& proceedings,
                                      storage::GameId game) const;

    Referee& referee_;
    storage::Database& database_;
    base::BlockingPool& readers_;
    const Presence& presence_;
    base::Clock clock_;
    std::optional<base::Instant> beaten_at_;
    base::Histogram& late_;
    base::Counter& reminders_;
    base::Counter& spared_;
};

}  // namespace tanbo::game
