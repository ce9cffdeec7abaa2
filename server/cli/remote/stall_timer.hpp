#pragma once

#include <algorithm>
#include <chrono>

namespace tanbo::cli {

// A server's stream says something at least this often. Source: the contract of the streams.
inline constexpr std::chrono::milliseconds stream_heartbeat{15'000};

// A stream that has said nothing for so long has lost its server.
inline constexpr std::chrono::milliseconds stream_stall_timeout = 3 * stream_heartbeat;

// Measures silence. A heartbeat is a byte or three: libcurl's limits of speed take a stream with
// little to say for a dead one.
class StallTimer {
public:
    using Time = std::chrono::steady_clock::time_point;

    // Begins now.
    StallTimer(std::chrono::milliseconds max, Time now) : max_(max), since_(now) {}

    // Something has come.
    void restart(Time now) { since_ = now; }

    // The time until it has lasted too long, 0 once it has.
    std::chrono::milliseconds left(Time now) const {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(since_ + max_ - now);
        return std::max(left, std::chrono::milliseconds{0});
    }

private:
    std::chrono::milliseconds max_;
    Time since_;
};

}  // namespace tanbo::cli
