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

// Nobody asked for the time for so long: the process did not run.
inline constexpr std::chrono::milliseconds clock_gap_max{500};
// The system clock moved by more than it can have drifted: somebody set it.
inline constexpr std::chrono::milliseconds clock_step_max{100};
// A system clock that was set back is approached by this part of the time that passes.
inline constexpr int clock_slew_part = 100;

// The time that the server goes by: the system clock, as long as that goes on steadily.
//
// It never goes back. If the system clock is set forward, the time follows at once, and if it
// is set back, the time goes on a little slower until both agree. The stretches in which nobody can
// have done anything are told to on_gap before anybody is given a time after them: those skipped by
// a step forward, and those in which nobody asked for the time for longer than clock_gap_max.
//
// Thread: any. Requires: somebody asks more often than that while the process runs.
class ServerClock {
public:
    using OnGap = std::function<void(Instant from, Instant until)>;

    // on_gap is called by whoever asks, and must not ask itself.
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
