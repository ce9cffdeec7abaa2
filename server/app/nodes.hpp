#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "server/api_common/limiter.hpp"
#include "server/app/change_listener.hpp"
#include "server/app/play.hpp"
#include "server/app/storage.hpp"
#include "server/cluster/change_log_reader.hpp"
#include "server/cluster/membership.hpp"

namespace tanbo::app {

// This node among those that share a database: the commits of the others, and its duties. A server
// that is alone has every duty.
class Nodes {
public:
    // Requires: both outlive it.
    Nodes(Storage& storage, Play& play, ChangeListener::Announce announce);

    // True if this node has the duty now. Thread: any.
    bool has(cluster::Duty duty) const;

    // Counts the nodes that share the limits of clients; empty if this is the only one.
    api_common::Limiter::Nodes count();

    // Tells the others what connections of this node look at. Before the I/O threads start.
    void share(std::int64_t node);
    // Reads what the others commit from now on, and takes duties.
    void join();
    void stop();

    // News of commits that came without a word: from then on they are told.
    void open() { is_open_ = true; }
    void receive(const std::vector<store::Change>& changes);
    // Tells the others that this node has committed something.
    void notify_peers();

    // Requires: join() was called.
    const cluster::ChangeLogReader& change_log() const { return *change_log_; }

private:
    base::Awaitable<void> drop_unchecked_sockets();
    std::optional<std::chrono::milliseconds> grace_period() const;
    std::vector<std::int64_t> nodes_to_tidy() const;

    Storage& storage_;
    Play& play_;
    ChangeListener listener_;
    std::unique_ptr<cluster::ChangeLogReader> change_log_;
    std::atomic<cluster::ChangeLogReader*> open_change_log_ = nullptr;  // from when it is there
    std::atomic<bool> is_open_ = false;
    bool is_cut_off_ = false;  // of the thread that looks after sockets
};

}  // namespace tanbo::app
