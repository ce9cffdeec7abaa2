#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/game/feed/feed.hpp"

// How many follow each game, brought to where lists by watchers read it.
namespace tanbo::store {
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::lobby {

inline constexpr std::size_t watchers_written_at_once = 1'000;

// The rows that a count has to write: the games with a number that has changed since it was
// written.
class WatcherCount {
public:
    using Counts = std::unordered_map<protocol::GameId, std::int64_t>;

    // The most followed come first; beyond watchers_written_at_once they wait for the next time.
    std::vector<std::pair<protocol::GameId, std::int64_t>> changes(const Counts& now) const;
    // These are written.
    void wrote(const std::vector<std::pair<protocol::GameId, std::int64_t>>& changes);

private:
    Counts written_;  // none of them 0
};

// Counts the live subscriptions on all threads and writes what has changed. A start-up sets
// everything back first; of several nodes, what its node has left. Thread: one I/O thread.
class Watchers {
public:
    // feeds[i] belongs to I/O thread i. Requires: all of them outlive it.
    Watchers(base::IoThreads& io, std::vector<game::Feed*> feeds, store::Store& store);

    // The counts are this node's, from 1, of several. Requires: before forget_all.
    void share(std::int64_t node) { node_ = node; }

    // Before the I/O threads run. Throws: store::StorageError. Thread: any that may block.
    void forget_all();

    // A count that can't be stored now is stored by a later turn.
    base::Awaitable<void> store_counts();

private:
    void set(store::Transaction& transaction, protocol::GameId game, std::int64_t count) const;
    int forget_some(store::Transaction& transaction) const;
    base::Awaitable<WatcherCount::Counts> count();

    base::IoThreads& io_;
    std::vector<game::Feed*> feeds_;
    store::Store& store_;
    WatcherCount count_;
    std::int64_t node_ = 0;  // 0: there is one
};

}  // namespace tanbo::lobby
