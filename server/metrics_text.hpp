#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "protocol/error.hpp"
#include "server/base/async.hpp"
#include "server/base/one_shot.hpp"

namespace tanbo::base {
class BlockingPool;
class Metrics;
}  // namespace tanbo::base

namespace tanbo::app {

// The text of the metrics for whoever asks, one at a time and on a thread that may block: it takes
// milliseconds, which an I/O thread does not have. Thread: any I/O thread.
class MetricsText {
public:
    // Requires: both outlive it.
    MetricsText(const base::Metrics& metrics, base::BlockingPool& pool)
        : metrics_(metrics), pool_(pool) {}

    // Metrics::text; those who ask while one is being made get that one. Errors: overloaded;
    // internal_error.
    base::Awaitable<protocol::Result<std::string>> get();

private:
    using Answer = base::OneShot<protocol::Result<std::string>>;

    base::Awaitable<void> make();

    const base::Metrics& metrics_;
    base::BlockingPool& pool_;
    std::mutex mutex_;
    std::vector<Answer> waiting_;  // not empty: one is being made
};

}  // namespace tanbo::app
