#include "server/base/server_clock.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "server/base/log.hpp"

namespace tanbo::base {

namespace {

using std::chrono::nanoseconds;

constexpr int tries_max = 10;
constexpr nanoseconds together_max = std::chrono::milliseconds(1);

nanoseconds boot_time() {
    timespec at{};
    clock_gettime(CLOCK_BOOTTIME, &at);
    return std::chrono::seconds(at.tv_sec) + nanoseconds(at.tv_nsec);
}

Instant to_instant(std::chrono::sys_time<nanoseconds> time) {
    return std::chrono::floor<std::chrono::milliseconds>(time);
}

std::int64_t milliseconds_of(nanoseconds span) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(span).count();
}

}  // namespace

ReadClocks machine_clocks() {
    return [] {
        ClockReading reading{};
        // If the process is interrupted in between, the two don't belong together.
        for (int tries = 0; tries < tries_max; ++tries) {
            reading.boot = boot_time();
            reading.system = std::chrono::system_clock::now();
            if (boot_time() - reading.boot < together_max) break;
        }
        return reading;
    };
}

ServerClock::ServerClock(OnGap on_gap, ReadClocks read)
    : on_gap_(std::move(on_gap)), read_(std::move(read)) {}

void ServerClock::start_from(Instant earliest) {
    const std::lock_guard lock(mutex_);
    advance(read_());
    if (time_ >= earliest) return;
    log::warn("clock-behind", "the system clock is behind the server's last sign of life",
              {{"behind_ms", milliseconds_of(earliest - time_)}});
    ahead_ += earliest - time_;
    time_ = earliest;
}

Instant ServerClock::now() {
    const std::lock_guard lock(mutex_);
    advance(read_());
    return to_instant(time_);
}

void ServerClock::advance(const ClockReading& reading) {
    if (!boot_) {
        boot_ = reading.boot;
        time_ = reading.system;
        return;
    }
    const nanoseconds passed = std::max(nanoseconds(0), reading.boot - *boot_);
    const Time expected = time_ + passed;
    const nanoseconds ahead = expected - reading.system;
    const Time last = time_;
    time_ = ahead > nanoseconds(0) ? expected - std::min(ahead, passed / clock_slew_part)
                                   : reading.system;
    if (ahead - ahead_ > clock_step_max) {
        log::warn("clock-set-back", "the system clock was set back; the server's time continues",
                  {{"by_ms", milliseconds_of(ahead - ahead_)}});
    }
    boot_ = reading.boot;
    ahead_ = time_ - reading.system;
    const bool is_step = time_ - expected > clock_step_max;
    if (!is_step && passed <= clock_gap_max) return;
    const std::int64_t gap_ms = milliseconds_of(time_ - last);
    if (is_step) {
        log::warn("clock-set-forward", "the system clock was set forward", {{"gap_ms", gap_ms}});
    } else {
        log::warn("server-stood-still", "server was paused", {{"gap_ms", gap_ms}});
    }
    if (on_gap_) on_gap_(to_instant(last), to_instant(time_));
}

}  // namespace tanbo::base
