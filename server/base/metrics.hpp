#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tanbo::base {

// Only grows. Thread: any; one relaxed atomic add.
class Counter {
public:
    void add(std::uint64_t n = 1) { value_.fetch_add(n, std::memory_order_relaxed); }
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

// Goes up and down. Thread: any.
class Gauge {
public:
    void add(std::int64_t n = 1) { value_.fetch_add(n, std::memory_order_relaxed); }
    void set(std::int64_t n) { value_.store(n, std::memory_order_relaxed); }
    std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_{0};
};

// Counts observations by upper bound. Thread: any; a short search and three relaxed operations.
class Histogram {
public:
    // Requires: bounds ascending.
    explicit Histogram(std::vector<double> bounds);
    void observe(double value);

    const std::vector<double>& bounds() const { return bounds_; }
    // Observations up to bounds()[i] and above the bound before; the last entry, past all bounds.
    std::uint64_t bucket(std::size_t i) const {
        return buckets_[i].load(std::memory_order_relaxed);
    }
    double sum() const { return sum_.load(std::memory_order_relaxed); }

private:
    std::vector<double> bounds_;
    std::unique_ptr<std::atomic<std::uint64_t>[]> buckets_;
    std::atomic<double> sum_{0};
};

// The metrics of one process, and their Prometheus text. Names are `tanbo_*` with base units, a
// counter's ends in `_total`; asking again for the same name and labels yields the same metric.
class Metrics {
public:
    using Labels = std::vector<std::pair<std::string, std::string>>;

    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    // References hold as long as this object. Register once and keep the reference: this locks.
    // Throws: std::invalid_argument for a bad name or label, or a name used with another type.
    Counter& counter(std::string_view name, std::string_view help, const Labels& labels = {});
    Gauge& gauge(std::string_view name, std::string_view help, const Labels& labels = {});
    Histogram& histogram(std::string_view name, std::string_view help, std::vector<double> bounds,
                         const Labels& labels = {});

    // A counter that is kept elsewhere: `value` is asked whenever text() is made.
    // Thread of `value`: any.
    void counter_of(std::string_view name, std::string_view help,
                    std::function<std::uint64_t()> value);

    // Exposition format 0.0.4: `text/plain; version=0.0.4`. Thread: any.
    std::string text() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The bytes of the caches of this name, those of all threads together.
Gauge& cache_bytes(Metrics& metrics, const std::string& cache);

// Bounds in seconds for requests and commits: 0.5 ms to 10 s.
std::vector<double> latency_bounds();

}  // namespace tanbo::base
