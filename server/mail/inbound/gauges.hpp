#pragma once

#include <chrono>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::store {
class Reader;
}  // namespace tanbo::store

namespace tanbo::mail::inbound {

class InboundQueue;

// How often they are read.
inline constexpr std::chrono::seconds gauges_interval{5};

// Mails that wait on their way in and out, and for how long, as metrics of the process.
class Gauges {
public:
    // Requires: all of them outlive it.
    Gauges(InboundQueue& queue, base::Clock clock, base::Metrics& metrics);

    // For ever.
    base::Awaitable<void> run();

    // Once. Throws: store::StorageError. Thread: any.
    void read(store::Reader& reader);

private:
    InboundQueue& queue_;
    base::Clock clock_;
    base::Gauge& mails_;
    base::Gauge& oldest_age_;
    base::Gauge& fresh_mails_;
    base::Gauge& retried_mails_;
    base::Gauge& mails_age_;
    base::Gauge& stopped_;
};

}  // namespace tanbo::mail::inbound
