#include "server/cluster/cluster_clock.hpp"

#include <utility>

namespace tanbo::cluster {

namespace {

using std::chrono::nanoseconds;

// The database tells whole milliseconds.
constexpr nanoseconds resolution = std::chrono::milliseconds(2);

}  // namespace

ClusterClock::ClusterClock(base::ReadClocks machine) : machine_(std::move(machine)) {
    const base::ClockReading now = machine_();
    ahead_ns_ = (now.system.time_since_epoch() - now.boot).count();
}

base::ClockReading ClusterClock::read() const {
    base::ClockReading reading = machine_();
    reading.system = decltype(reading.system)(reading.boot + nanoseconds(ahead_ns_));
    return reading;
}

void ClusterClock::adjust(base::Instant there, nanoseconds boot, nanoseconds uncertainty) {
    const nanoseconds ahead = there.time_since_epoch() - boot;
    const nanoseconds error = ahead - nanoseconds(ahead_ns_);
    if (std::chrono::abs(error) > uncertainty + resolution) ahead_ns_ = ahead.count();
}

}  // namespace tanbo::cluster
