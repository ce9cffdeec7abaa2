#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "server/base/threads/async.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::game {
class Downtimes;
}

namespace tanbo::cluster {
class Membership;
class ChangeLogReader;
}  // namespace tanbo::cluster

namespace tanbo::app {

// The server's readiness for requests: it is not draining, every writer takes jobs, a move can be
// stored, and the disk has room. Thread: any I/O thread.
class Readiness {
public:
    // An empty path: the database is on another disk, on which every ten seconds one of those who
    // ask tries to write. Requires: what it is given outlives it.
    Readiness(store::Store& store, const game::Downtimes& downtimes, std::filesystem::path database,
              const std::atomic<bool>& is_draining);

    // Of several nodes: what others do has to be known too, and the clock to be right. Requires:
    // they outlive this; before the first reason().
    void require(const cluster::ChangeLogReader& change_log,
                 const cluster::Membership& membership) {
        change_log_ = &change_log;
        membership_ = &membership;
    }

    // Why not, as one sentence, or nothing.
    base::Awaitable<std::optional<std::string>> reason() const;

private:
    std::optional<std::string> why_full() const;
    bool is_trial_due() const;

    store::Store& store_;
    const game::Downtimes& downtimes_;
    std::filesystem::path folder_;
    const std::atomic<bool>& is_draining_;
    const cluster::ChangeLogReader* change_log_ = nullptr;
    const cluster::Membership* membership_ = nullptr;
    mutable std::atomic<std::chrono::steady_clock::time_point> tried_at_{};
};

}  // namespace tanbo::app
