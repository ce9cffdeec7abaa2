#pragma once

#include "server/base/metrics.hpp"
#include "server/game/observer.hpp"

namespace tanbo::game {
class Presence;
}

namespace tanbo::app {

// Counts what players do, for the metrics. A transaction that is repeated after a conflict counts
// twice.
class Figures final : public game::Observer {
public:
    // Requires: the metrics outlive both this and the presence, which has no players yet.
    Figures(base::Metrics& metrics, game::Presence& presence);

    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;

private:
    base::Counter& started_;
    base::Counter& ended_;
    base::Counter& moves_;
};

// The version, commit and kind of build as labels of a metric that is always 1.
void add_build_info(base::Metrics& metrics);

}  // namespace tanbo::app
