#include "server/base/metrics.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <variant>

#include <prometheus/check_names.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

namespace tanbo::base {
namespace {

// A counter that somebody else keeps.
struct CountedElsewhere {
    std::function<std::uint64_t()> value;
};

using Metric = std::variant<std::unique_ptr<Counter>, std::unique_ptr<Gauge>,
                            std::unique_ptr<Histogram>, std::unique_ptr<CountedElsewhere>>;

struct Labelled {
    Metrics::Labels labels;
    Metric metric;
};

struct Family {
    std::string help;
    std::deque<Labelled> members;
};

prometheus::MetricType type_of(const Metric& metric) {
    if (std::holds_alternative<std::unique_ptr<Gauge>>(metric)) {
        return prometheus::MetricType::Gauge;
    }
    if (std::holds_alternative<std::unique_ptr<Histogram>>(metric)) {
        return prometheus::MetricType::Histogram;
    }
    return prometheus::MetricType::Counter;
}

void fill(prometheus::ClientMetric& out, const Counter& counter) {
    out.counter.value = static_cast<double>(counter.value());
}

void fill(prometheus::ClientMetric& out, const CountedElsewhere& counted) {
    out.counter.value = static_cast<double>(counted.value());
}

void fill(prometheus::ClientMetric& out, const Gauge& gauge) {
    out.gauge.value = static_cast<double>(gauge.value());
}

void fill(prometheus::ClientMetric& out, const Histogram& histogram) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < histogram.bounds().size(); ++i) {
        count += histogram.bucket(i);
        out.histogram.bucket.push_back({count, histogram.bounds()[i]});
    }
    count += histogram.bucket(histogram.bounds().size());
    out.histogram.bucket.push_back({count, std::numeric_limits<double>::infinity()});
    out.histogram.sample_count = count;
    out.histogram.sample_sum = histogram.sum();
}

prometheus::MetricFamily snapshot(const std::string& name, const Family& family) {
    prometheus::MetricFamily out;
    out.name = name;
    out.help = family.help;
    out.type = type_of(family.members.front().metric);
    for (const Labelled& member : family.members) {
        prometheus::ClientMetric& metric = out.metric.emplace_back();
        for (const auto& [key, value] : member.labels) metric.label.push_back({key, value});
        std::visit([&metric](const auto& m) { fill(metric, *m); }, member.metric);
    }
    return out;
}

void check_names(const std::string& name, const Metrics::Labels& labels) {
    if (!prometheus::CheckMetricName(name)) {
        throw std::invalid_argument("not a metric's name: " + name);
    }
    for (const auto& label : labels) {
        if (!prometheus::CheckLabelName(label.first)) {
            throw std::invalid_argument("not a label's name: " + label.first);
        }
    }
}

}  // namespace

Histogram::Histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds)),
      buckets_(std::make_unique<std::atomic<std::uint64_t>[]>(bounds_.size() + 1)) {
    if (!std::is_sorted(bounds_.begin(), bounds_.end())) {
        throw std::invalid_argument("a histogram's bounds must ascend");
    }
}

void Histogram::observe(double value) {
    const auto at = std::lower_bound(bounds_.begin(), bounds_.end(), value);
    const auto index = static_cast<std::size_t>(at - bounds_.begin());
    buckets_[index].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
}

struct Metrics::State {
    mutable std::mutex mutex;
    std::map<std::string, Family, std::less<>> families;

    template <class T, class... Args>
    T& get(std::string_view name, std::string_view help, const Labels& labels, Args&&... args) {
        const std::string key(name);
        check_names(key, labels);
        auto made = std::unique_ptr<T>(new T{std::forward<Args>(args)...});
        const std::lock_guard lock(mutex);
        Family& family = families[key];
        for (Labelled& member : family.members) {
            auto* found = std::get_if<std::unique_ptr<T>>(&member.metric);
            if (found == nullptr) throw std::invalid_argument(key + " has another type");
            if (member.labels == labels) return **found;
        }
        family.help = help;
        T& metric = *made;
        family.members.push_back({labels, std::move(made)});
        return metric;
    }
};

Metrics::Metrics() : state_(std::make_unique<State>()) {}

Metrics::~Metrics() = default;

Counter& Metrics::counter(std::string_view name, std::string_view help, const Labels& labels) {
    return state_->get<Counter>(name, help, labels);
}

Gauge& Metrics::gauge(std::string_view name, std::string_view help, const Labels& labels) {
    return state_->get<Gauge>(name, help, labels);
}

Histogram& Metrics::histogram(std::string_view name, std::string_view help,
                              std::vector<double> bounds, const Labels& labels) {
    return state_->get<Histogram>(name, help, labels, std::move(bounds));
}

void Metrics::counter_of(std::string_view name, std::string_view help,
                         std::function<std::uint64_t()> value) {
    state_->get<CountedElsewhere>(name, help, {}, std::move(value));
}

std::string Metrics::text() const {
    std::vector<prometheus::MetricFamily> families;
    {
        const std::lock_guard lock(state_->mutex);
        for (const auto& [name, family] : state_->families) {
            families.push_back(snapshot(name, family));
        }
    }
    std::ostringstream out;
    prometheus::TextSerializer().Serialize(out, families);
    return std::move(out).str();
}

Gauge& cache_bytes(Metrics& metrics, const std::string& cache) {
    return metrics.gauge("tanbo_cache_bytes", "What caches occupy, by cache.", {{"cache", cache}});
}

std::vector<double> latency_bounds() {
    return {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
}

}  // namespace tanbo::base
