#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "server/base/clock.hpp"
#include "server/base/server_clock.hpp"

namespace tanbo::cluster {

// The time of all nodes: the database's, which this machine only counts on. Setting the machine's
// clock doesn't change it.
//
// Thread: any.
class ClusterClock {
public:
    // Until the database has been asked it is the machine's. Requires: `machine` may be called on
    // any thread.
    explicit ClusterClock(base::ReadClocks machine = base::machine_clocks());

    base::ClockReading read() const;

    // The time since the machine was started.
    std::chrono::nanoseconds boot() const { return machine_().boot; }

    // The database said `there` when boot() was `boot`, give or take `uncertainty`. A difference
    // that may be nothing but that changes nothing.
    void adjust(base::Instant there, std::chrono::nanoseconds boot,
                std::chrono::nanoseconds uncertainty);

private:
    const base::ReadClocks machine_;
    std::atomic<std::int64_t> ahead_ns_;  // of boot()
};

}  // namespace tanbo::cluster
