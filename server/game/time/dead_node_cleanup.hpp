#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "server/base/threads/async.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::game {

inline constexpr std::chrono::seconds dead_node_scan_interval{2};
// Of each node that is gone, so many games are no longer counted as watched at a time.
inline constexpr int cleanup_batch_games_max = 1'000;

// Forgets what nodes that are not there any more have said: who looks through them
// (presence_rows.hpp), and how many watch. Thread: one I/O thread.
class DeadNodeCleanup {
public:
    // `alive` yields the nodes that are there, ascending, if it is for this node to forget the
    // others; else nothing. Requires: what they refer to outlives it.
    using Nodes = std::vector<std::int64_t>;
    DeadNodeCleanup(store::Store& store, std::function<Nodes()> alive);

    // Turns, for ever. What can't be stored now is stored by a later one.
    base::Awaitable<void> run();
    base::Awaitable<void> run_once();

private:
    store::Store& store_;
    const std::function<Nodes()> alive_;
    Nodes tidied_;  // all others had left nothing
};

}  // namespace tanbo::game
