#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>

#include "server/base/clock.hpp"

namespace tanbo::base {

// The machine's clocks at one moment: the one that people set, and the one that only
// counts, also while the machine sleeps.
struct ClockReading {
    std::chrono::sys_time<std::chrono::nanoseconds> system;
    std::chrono::nanoseconds boot;
};
using ReadClocks = std::function<ClockReading()>;

// CLOCK_REALTIME and CLOCK_BOOTTIME, read together.
ReadClocks machine_clocks();

// The longest time between two calls while the process runs.
inline constexpr std::chrono::milliseconds clock_gap_max{500};
// A larger move of the system clock than drift can cause: it was set.
inline constexpr std::chrono::milliseconds clock_step_max{100};
// A system clock that was set back is approached by this part of the time that passes.
inline constexpr int clock_slew_part = 100;

// The server's time: the system clock, as long as that goes on steadily.
//
// It never goes back. If the system clock is set forward, the time follows at once. If it is set
// back, the time goes on a little slower until both agree. Before now() returns a time after a gap,
// it tells on_gap of it: a stretch that a step forward skipped, or one without calls for longer
// than clock_gap_max.
//
// Thread: any. Requires: calls more often than that while the process runs.
class ServerClock {
public:
    using OnGap = std::function<void(Instant from, Instant until)>;

    // on_gap runs on the calling thread, and must not ask for the time itself.
    explicit ServerClock(OnGap on_gap = {}, ReadClocks read = machine_clocks());

    // It was at least so late already, before the process began.
    void start_from(Instant earliest);

    Instant now();

private:
    using Time = std::chrono::sys_time<std::chrono::nanoseconds>;

    void advance(const ClockReading& reading);

    const OnGap on_gap_;
    const ReadClocks read_;
    std::mutex mutex_;
    std::optional<std::chrono::nanoseconds> boot_;  // when it was asked last
    Time time_;                                     // what it said then
    std::chrono::nanoseconds ahead_{0};             // of the system clock, then
};

}  // namespace tanbo::base
