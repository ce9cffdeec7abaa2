#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/base/threads/event.hpp"
#include "server/store/commit/change_reader.hpp"
#include "server/store/error.hpp"

namespace tanbo::cluster {

// How often the changes of other nodes are asked for, though none of them has rung.
inline constexpr std::chrono::milliseconds tail_interval{100};
// A node that has not heard of the others for so long says nothing that they may have changed.
inline constexpr std::chrono::milliseconds change_log_age_max{2'000};
// A short hiccup drops no one: only after so long are sockets and streams of accounts closed.
inline constexpr std::chrono::milliseconds unchecked_sockets_age_max{10'000};

// A thread that reads what other nodes have committed and hands it on, and rings for them.
//
// Metrics: tanbo_tail_changes_total, tanbo_tail_lag_seconds.
class ChangeLogReader {
public:
    using Receive = std::function<void(const std::vector<store::Change>&)>;
    using OnFatal = std::function<void(const store::StorageError&)>;

    // `hear` is called on the thread, with at least one change; if it throws a StorageError, it
    // is called again with the same and more. `on_fatal` is called there too, and then no more.
    // Requires: what they refer to outlives this.
    ChangeLogReader(store::ChangeReader reader, Receive receive, OnFatal on_fatal,
                    base::Metrics& metrics);
    ~ChangeLogReader();
    ChangeLogReader(const ChangeLogReader&) = delete;
    ChangeLogReader& operator=(const ChangeLogReader&) = delete;

    // This node has committed something that concerns the others. Thread: any.
    void notify_peers() noexcept;

    // Nothing is heard any more. Thread: not the tail's own.
    void stop();

    // The time since the changes were last read. Earlier commits are known, or are being handed on.
    // Thread: any.
    std::chrono::milliseconds age() const;

private:
    using SteadyTime = std::chrono::steady_clock::time_point;

    void run();
    void read();
    SteadyTime collect();
    void prune();
    bool attempt(const std::function<void()>& step);

    store::ChangeReader reader_;
    const Receive receive_;
    const OnFatal on_fatal_;
    base::Counter& changes_;
    base::Histogram& lag_;
    std::vector<store::Change> unreported_;
    SteadyTime pruned_at_;
    std::atomic<SteadyTime> read_at_;
    std::atomic<bool> is_notify_due_ = false;
    std::atomic<bool> is_over_ = false;
    base::Event wake_;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::cluster
