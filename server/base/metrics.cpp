#include "server/base/metrics.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "protocol/json/markup.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::base {
namespace {

// A counter that is kept elsewhere.
struct CountedElsewhere {
    std::function<std::uint64_t()> value;
};

using Metric = std::variant<std::unique_ptr<Counter>, std::unique_ptr<Gauge>,
                            std::unique_ptr<Histogram>, std::unique_ptr<CountedElsewhere>>;

struct Family {
    using Members = std::map<Metrics::Labels, Metric>;

    std::string help;
    Members members;
    std::vector<Members::const_pointer> in_order;  // of their creation, as they are written
};

std::string_view type_of(const Metric& metric) {
    if (std::holds_alternative<std::unique_ptr<Gauge>>(metric)) return "gauge";
    if (std::holds_alternative<std::unique_ptr<Histogram>>(metric)) return "histogram";
    return "counter";
}

// Marks in a help and in a label's value. Source: Prometheus, "Exposition formats", text format
// 0.0.4.
constexpr std::string_view help_marks = "\\";
constexpr std::string_view value_marks = "\\\"";
constexpr std::string_view line_feed = "\\n";

// Writes the lines of one metric.
class MetricWriter {
public:
    MetricWriter(std::string& out, std::string_view name, const Metrics::Labels& labels)
        : out_(out), name_(name) {
        for (const auto& [key, value] : labels) {
            fmt::format_to(std::back_inserter(labels_), "{}{}=\"{}\"", labels_.empty() ? "" : ",",
                           key, protocol::backslashed(value, value_marks, line_feed));
        }
    }

    void operator()(const Counter& counter) { line("", labels_, counter.value()); }
    void operator()(const CountedElsewhere& counted) { line("", labels_, counted.value()); }
    void operator()(const Gauge& gauge) { line("", labels_, gauge.value()); }
    void operator()(const Histogram& histogram) {
        // Reads each bucket once: they add up to the count whatever is observed meanwhile.
        std::vector<std::uint64_t> up_to;
        std::uint64_t count = 0;
        for (std::size_t i = 0; i <= histogram.bounds().size(); ++i) {
            up_to.push_back(count += histogram.bucket(i));
        }
        line("_count", labels_, count);
        line("_sum", labels_, histogram.sum());
        for (std::size_t i = 0; i < histogram.bounds().size(); ++i) {
            line("_bucket", with_bound(fmt::format("{}", histogram.bounds()[i])), up_to[i]);
        }
        line("_bucket", with_bound("+Inf"), count);
    }

private:
    std::string with_bound(std::string_view bound) const {
        return fmt::format("{}{}le=\"{}\"", labels_, labels_.empty() ? "" : ",", bound);
    }

    template <class Value>
    void line(std::string_view ending, std::string_view labels, Value value) {
        out_ += name_;
        out_ += ending;
        if (!labels.empty()) fmt::format_to(std::back_inserter(out_), "{{{}}}", labels);
        fmt::format_to(std::back_inserter(out_), " {}\n", value);
    }

    std::string& out_;
    std::string_view name_;
    std::string labels_;
};

void write_family(std::string& out, std::string_view name, const Family& family) {
    fmt::format_to(std::back_inserter(out), "# HELP {} {}\n# TYPE {} {}\n", name,
                   protocol::backslashed(family.help, help_marks, line_feed), name,
                   type_of(family.in_order.front()->second));
    for (const auto* const member : family.in_order) {
        MetricWriter writer(out, name, member->first);
        std::visit([&writer](const auto& metric) { writer(*metric); }, member->second);
    }
}

bool is_name(std::string_view text, std::string_view besides_letters) {
    const auto is_allowed = [&](char c) {
        return protocol::is_alphanumeric(c) || besides_letters.find(c) != std::string_view::npos;
    };
    return !text.empty() && !protocol::is_digit(text.front()) &&
           std::ranges::all_of(text, is_allowed);
}

void check_names(const std::string& name, const Metrics::Labels& labels) {
    if (!is_name(name, "_:")) throw std::invalid_argument("not a metric's name: " + name);
    for (const auto& label : labels) {
        // Names that begin with "__" are Prometheus's own.
        if (!is_name(label.first, "_") || label.first.starts_with("__")) {
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
        using Pointer = std::unique_ptr<T>;
        auto made = Pointer(new T{std::forward<Args>(args)...});
        const std::lock_guard lock(mutex);
        Family& family = families[key];
        if (!family.in_order.empty() &&
            !std::holds_alternative<Pointer>(family.in_order.front()->second)) {
            throw std::invalid_argument(key + " has another type");
        }
        const auto [member, is_new] = family.members.try_emplace(labels, std::move(made));
        if (is_new) {
            family.help = help;
            family.in_order.push_back(&*member);
        }
        return *std::get<Pointer>(member->second);
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
    std::string out;
    const std::lock_guard lock(state_->mutex);
    for (const auto& [name, family] : state_->families) write_family(out, name, family);
    return out;
}

Gauge& cache_bytes(Metrics& metrics, const std::string& cache) {
    return metrics.gauge("tanbo_cache_bytes", "Size of the caches, by cache.", {{"cache", cache}});
}

std::vector<double> latency_bounds() {
    return {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
}

}  // namespace tanbo::base
