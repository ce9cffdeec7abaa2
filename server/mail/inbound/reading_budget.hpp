#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"

// The CPU time that reading mails may take.
namespace tanbo::mail::inbound {

using protocol::MailStanding;

inline constexpr std::size_t standings = 4;

// Limits of the mails of a standing.
struct ReadingRate {
    double share;                        // of one processor, for all of them together
    std::chrono::milliseconds time_max;  // for one of them
    int attempts_max;                    // to read it in that time
};

// No sender can crowd out others by mails sent before theirs. A standing leaves the rest of a
// processor to the next one, and strangers' mails never get more than their share.
inline constexpr std::array<ReadingRate, standings> reading_rates{{
    {.share = 0.5, .time_max = std::chrono::milliseconds(500), .attempts_max = 3},   // token
    {.share = 0.25, .time_max = std::chrono::milliseconds(500), .attempts_max = 3},  // account
    {.share = 0.1, .time_max = std::chrono::milliseconds(100), .attempts_max = 1},   // vouched
    {.share = 0.1, .time_max = std::chrono::milliseconds(100), .attempts_max = 1},   // stranger
}};
// Time that may be saved up.
inline constexpr std::chrono::milliseconds reading_burst{1'000};
// Taken for looking up a mail, and storing what became of it.
inline constexpr std::chrono::milliseconds time_beside_reading{1};

// The limits of that standing.
constexpr const ReadingRate& reading_rate(MailStanding standing) {
    return reading_rates[static_cast<std::size_t>(standing)];
}

// The time that each standing has left. Of one that has overdrawn its time none is read until it
// has some again. Thread: one.
class ReadingBudget {
public:
    // Requires: the metrics outlive it.
    explicit ReadingBudget(base::Metrics& metrics, std::chrono::milliseconds burst = reading_burst);

    bool can_read(MailStanding standing, base::Instant now);
    void spend(MailStanding standing, std::chrono::nanoseconds cpu_time, base::Instant now);
    // Until a standing may be read that may not be now; zero if all may.
    std::chrono::milliseconds wait(base::Instant now);

private:
    using Time = std::chrono::duration<double, std::milli>;
    struct Account {
        Time left{};
        base::Instant at{};
        base::Counter* spent = nullptr;
    };

    Account& refilled(MailStanding standing, base::Instant now);

    const std::chrono::milliseconds burst_;
    std::array<Account, standings> accounts_;
};

}  // namespace tanbo::mail::inbound
