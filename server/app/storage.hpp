#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/server_clock.hpp"
#include "server/base/threads/blocking.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/cluster/cluster_clock.hpp"
#include "server/cluster/membership.hpp"
#include "server/config/config.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/store.hpp"

namespace tanbo::app {

// The ground of everything else: the time, the database with its writers, and the threads.
struct Storage {
    // Makes the hooks that hear of a lane's batches. They may call what is built later: no job is
    // given before.
    using HooksOfLane = std::function<store::CommitHooks(int lane)>;

    // Throws: store::StorageError.
    Storage(const Config& config, std::function<void(store::Fault)> on_fatal,
            const HooksOfLane& hooks);

    // Finishes what was begun, then ends the writers.
    void stop_writers();
    // Ends the I/O threads; what their coroutines still hold goes with release().
    void stop_threads();
    void release();

    const bool has_peers;  // whether other nodes use the database too
    game::Downtimes downtimes;
    cluster::ClusterClock cluster_clock;  // of several nodes
    base::ServerClock server_clock;
    const base::Clock clock = [this] { return server_clock.now(); };
    base::Metrics metrics;
    store::Database database;
    std::unique_ptr<cluster::Membership> membership;           // nothing if it is the only node
    std::vector<std::unique_ptr<store::GroupCommit>> writers;  // by lane
    std::unique_ptr<base::IoThreads> io;
    std::unique_ptr<base::BlockingPool> readers;
    std::unique_ptr<base::BlockingPool> hashing;
    store::Store store;

private:
    std::unique_ptr<cluster::Membership> make_membership(const Config& config);
    std::vector<std::unique_ptr<store::GroupCommit>> make_writers(const HooksOfLane& hooks);
    std::vector<store::GroupCommit*> all_writers() const;
};

}  // namespace tanbo::app
