#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/game/observer.hpp"
#include "server/store/commit/announcements.hpp"

namespace tanbo::bots {

// House bots at work in games: how many moves, how long each was waited for, and when the last was.
//
// Metrics: tanbo_bots_moves_total, tanbo_bots_move_seconds.
class Moves final : public game::Observer {
public:
    explicit Moves(base::Metrics& metrics);

    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;
    // For the writer's announce hook. Thread: the writer thread.
    void announce(const std::vector<store::Announcement>& announcements);

    // Of the last move; the epoch before the first. Thread: any.
    engine::Instant last() const;

private:
    base::Counter& moves_;
    base::Histogram& seconds_;
    std::atomic<std::int64_t> last_ms_ = 0;
};

}  // namespace tanbo::bots
