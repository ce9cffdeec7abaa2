#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/cluster/cluster_clock.hpp"
#include "server/store/commit/node_rows.hpp"
#include "server/store/error.hpp"

namespace tanbo::cluster {

inline constexpr std::chrono::milliseconds renew_interval{2'000};
// A node that has not been seen for so long is no longer waited for: its duties are others'.
inline constexpr std::chrono::milliseconds lease_time{6'000};
// Its clock must not be further from the database's.
inline constexpr std::chrono::milliseconds clock_error_max{250};

// A duty that one node has for all of them.
enum class Duty : std::uint8_t { maintenance, lobby, deadlines, webhooks, outbox, inbox, bots };
inline constexpr std::size_t duties = 7;

// This node's membership in the cluster: a thread that reports every other second that the node is
// alive. It keeps the node's duties, takes vacant ones, and sets the clock by the database's.
//
// Metrics: tanbo_leader by name, tanbo_nodes, tanbo_clock_error_seconds.
class Membership {
public:
    using OnFatal = std::function<void(const store::StorageError&)>;

    // Takes its place at once. `clock` is what this node goes by, made of the cluster's. `on_fatal`
    // is called on the thread, and then no more. A duty that is left to others it never has.
    // Throws: store::StorageError. Requires: what they refer to outlives this.
    Membership(store::NodeRows rows, ClusterClock& cluster_clock, base::Clock clock,
               OnFatal on_fatal, base::Metrics& metrics, std::optional<Duty> left_to_others);
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    // Whether the duty is this node's now. Thread: any.
    bool has(Duty duty) const;

    // The nodes that were alive lately, ascending. Thread: any.
    std::vector<std::int64_t> alive() const;

    // How many they are, at least 1. Thread: any.
    std::size_t count() const;

    // Whether its clock is not too far from the database's: it may have to wait, since it never
    // goes back. Thread: any.
    bool is_clock_right() const;

    // Gives the duties back, and says that the node is not there any more. Requires: nothing is
    // done or written from here on. Thread: not its own.
    void stop();

private:
    using SteadyTime = std::chrono::steady_clock::time_point;

    struct Held {
        std::atomic<SteadyTime> until = SteadyTime();
        base::Gauge* gauge = nullptr;
    };

    void run();
    void renew();
    void take_duties();
    void drop_duties();
    void set_clock();
    void compare_clocks();

    store::NodeRows rows_;
    ClusterClock& cluster_clock_;
    const base::Clock clock_;
    const OnFatal on_fatal_;
    const std::vector<std::string> taken_;  // the names of the duties that it takes if it can
    base::Gauge& nodes_;
    base::Histogram& clock_error_;
    std::array<Held, duties> held_;
    std::atomic<bool> is_clock_right_ = true;
    mutable std::mutex mutex_;
    std::vector<std::int64_t> alive_;
    std::condition_variable wake_;
    bool is_over_ = false;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::cluster
