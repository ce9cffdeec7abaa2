#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/base/client_key.hpp"
#include "server/base/clock.hpp"
#include "server/base/rate_limit.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/one_shot.hpp"

namespace tanbo::base {
class BlockingPool;
class Metrics;
}  // namespace tanbo::base

namespace tanbo::app {

// Texts of the metrics that are made in a row, and how many a second after them: requests can't
// keep the reading threads busy.
inline constexpr int metrics_texts_burst = 10;
inline constexpr int metrics_texts_a_second = 1;

// The text of the metrics, made one at a time and on a thread that may block: it takes
// milliseconds, which an I/O thread does not have. Thread: any I/O thread.
class MetricsText {
public:
    // Requires: both outlive it.
    MetricsText(const base::Metrics& metrics, base::BlockingPool& pool, base::Clock clock);

    // Metrics::text; those who ask while one is being made get that one, and those who ask too
    // often the last one, at most a second old. Errors: overloaded; internal_error.
    base::Awaitable<protocol::Result<std::string>> get();

private:
    using Answer = base::OneShot<protocol::Result<std::string>>;

    base::Awaitable<void> make(base::ClientKey client);

    const base::Metrics& metrics_;
    base::BlockingPool& pool_;
    const base::Clock clock_;
    std::mutex mutex_;
    base::RateLimit rate_;
    std::optional<std::string> last_;  // that was made
    std::vector<Answer> waiting_;      // not empty: one is being made
};

}  // namespace tanbo::app
